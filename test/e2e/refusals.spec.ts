import { expect, test } from "./lab-test.ts";

test.describe("refusals, as a person sees them", () => {
  test("[S1] an id that was used before is refused at the id, and the form keeps what was typed", async ({
    lab: { desk },
  }) => {
    await desk.submit("extract");
    await desk.fillNewJob("extract");
    const dialog = desk.dialog("New job");
    await dialog.getByRole("button", { name: /Submit/ }).click();
    await expect(dialog.getByLabel("Job id")).toHaveAccessibleDescription(/There is a job extract already/);
    await expect(dialog.getByLabel("Job id")).toHaveValue("extract");
  });

  test("[S1] an empty id is refused at the id", async ({ lab: { desk } }) => {
    await desk.fillNewJob("");
    const dialog = desk.dialog("New job");
    await dialog.getByRole("button", { name: /Submit/ }).click();
    await expect(dialog.getByLabel("Job id")).toHaveAccessibleDescription(/needs an id/);
  });

  test("[S1] a broken or endless backoff is refused at the backoff", async ({ lab: { desk } }) => {
    for (const seconds of [-1, 999_999_999_999]) {
      await desk.fillNewJob("extract", { backoffSeconds: seconds });
      const dialog = desk.dialog("New job");
      await dialog.getByRole("button", { name: /Submit/ }).click();
      await expect(dialog.getByLabel("Backoff")).toHaveAccessibleDescription(/backoff/i);
      await desk.window.keyboard.press("Escape");
    }
    await expect(desk.row("extract")).toBeHidden();
  });

  test("[S1] a prerequisite that there is not is refused at the prerequisites, by name", async ({
    lab: { desk },
  }) => {
    await desk.fillNewJob("amplify", { after: ["ghost"] });
    const dialog = desk.dialog("New job");
    await dialog.getByRole("button", { name: /Submit/ }).click();
    await expect(dialog.getByLabel("Prerequisites")).toHaveAccessibleDescription(
      /There is no job ghost to wait for/,
    );
  });

  test("[C3] a failure of a job that was completed meanwhile is refused where it was reported", async ({
    lab: { desk },
  }) => {
    await desk.submit("extract");
    await desk.claimNext();
    await (await desk.open("extract")).getByRole("button", { name: "Report failure…" }).click();
    await desk.behindTheBack("complete", { id: "extract", token: 1 });
    const dialog = desk.dialog(/failure/i);
    await expect(dialog.getByRole("alert")).toContainText("extract isn't claimed: it is completed");
    await expect(dialog.getByRole("button", { name: /Report/ })).toBeDisabled();
    await desk.expectState("extract", "Completed");
  });

  test("[C3] a failure shown for an earlier claim is refused: the job is someone else's now", async ({
    lab: { desk },
  }) => {
    await desk.submit("extract");
    await desk.claimNext();
    await (await desk.open("extract")).getByRole("button", { name: "Report failure…" }).click();
    await desk.behindTheBack("report_failure", { id: "extract", token: 1 });
    await desk.behindTheBack("claim", {});
    const dialog = desk.dialog(/failure/i);
    await expect(dialog.getByRole("alert")).toContainText("extract was claimed again");
    await dialog.getByLabel(/What went wrong|Reason/).fill("my own failure");
    await desk.window.keyboard.press("Control+Enter");
    await expect(dialog).toBeVisible();
    await expect(desk.row("extract")).toContainText("1 of 2 failed");
  });

  test("[R1] a job that another stopped can't be redriven, and the page says which to redrive first", async ({
    lab: { desk },
  }) => {
    await desk.submit("amplify");
    await desk.submit("sequence", { after: ["amplify"] });
    for (let n = 0; n < 2; n += 1) {
      await desk.claimNext();
      await desk.reportFailure("amplify", "clot");
    }
    const page = await desk.open("sequence");
    await expect(page.getByRole("button", { name: "Redrive…" })).toBeDisabled();
    await expect(page.getByRole("group", { name: "Actions" })).toContainText(/amplify.*first/);
  });

  test("[R1] a job that someone else redrove meanwhile is refused in the dialog", async ({
    lab: { desk },
  }) => {
    await desk.submit("amplify");
    for (let n = 0; n < 2; n += 1) {
      await desk.claimNext();
      await desk.reportFailure("amplify", "clot");
    }
    await (await desk.open("amplify")).getByRole("button", { name: "Redrive…" }).click();
    await desk.behindTheBack("redrive", { id: "amplify" });
    const dialog = desk.dialog(/Redrive amplify/);
    await expect(dialog.getByRole("alert")).toContainText("amplify isn't in quarantine");
    await expect(dialog.getByRole("button", { name: /^Redrive/ })).toBeDisabled();
  });

  test("[P1] a cycle is refused at the prerequisites, its path named, and nothing changes", async ({
    lab: { desk },
  }) => {
    await desk.submit("extract");
    await desk.submit("amplify", { after: ["extract"] });
    await desk.submit("sequence", { after: ["amplify"] });
    await (await desk.open("extract")).getByRole("button", { name: "Edit prerequisites…" }).click();
    const dialog = desk.dialog(/[Pp]rerequisites/);
    await desk.addPrerequisites(dialog, ["sequence"]);
    await dialog.getByRole("button", { name: /^Save/ }).click();
    await expect(dialog.getByLabel("Prerequisites")).toHaveAccessibleDescription(
      /extract would wait for itself/,
    );
    await expect(dialog).toContainText(/extract\s*→\s*amplify\s*→\s*sequence\s*→\s*extract/);
    await desk.window.keyboard.press("Escape");
    await desk.expectState("extract", "Ready");
  });

  test("[P1] a job that is being worked on can't be edited, and the page says why", async ({
    lab: { desk },
  }) => {
    await desk.submit("extract");
    await desk.claimNext();
    const page = await desk.open("extract");
    await expect(page.getByRole("button", { name: "Edit prerequisites…" })).toBeDisabled();
    await expect(page.getByRole("group", { name: "Actions" })).toContainText(
      "Not while it is being worked on",
    );
  });
});
