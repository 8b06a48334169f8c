import { expect, test } from "./lab-test.ts";

test("extract, amplify, label, sequence: two failures, quarantine, a kill in the middle, redrive, all completed", async ({
  lab,
  start,
}) => {
  let { desk } = lab;
  await desk.submit("extract");
  await desk.submit("amplify", { after: ["extract"] });
  await desk.submit("label", { after: ["extract"] });
  await desk.submit("sequence", { after: ["amplify"] });
  await desk.expectState("extract", "Ready");
  await desk.expectState("sequence", "Blocked");

  await desk.claimNext();
  await desk.complete("extract");
  await desk.claimNext();
  await desk.reportFailure("amplify", "clot in well C7");
  await desk.expectState("amplify", "Ready");

  await lab.kill();
  ({ desk } = await start());
  await desk.expectState("extract", "Completed");
  await expect(desk.row("amplify")).toContainText("1 of 2 failed");

  await desk.claimNext();
  await desk.reportFailure("amplify", "clot in well C7 again");
  await desk.expectState("amplify", "Quarantined");
  await desk.expectState("sequence", "Quarantined");
  await desk.expectState("label", "Ready");

  await desk.show("Quarantine");
  const quarantine = desk.window.getByRole("treegrid", { name: "Quarantine" });
  await expect(quarantine.getByRole("row", { name: "amplify", exact: true })).toContainText(
    "clot in well C7 again",
  );
  await expect(quarantine.getByRole("row", { name: "amplify", exact: true })).toContainText("1 stopped");
  await expect(quarantine.getByRole("row", { name: "sequence", exact: true })).toContainText(
    "stopped because of amplify",
  );
  const dialog = await desk.redrive("amplify");
  await expect(dialog).toContainText("sequence");
  await dialog.getByLabel(/Reason/).fill("clot removed");
  await dialog.getByRole("button", { name: /^Redrive/ }).click();
  await expect(desk.news).toContainText("amplify");

  await desk.show("Jobs");
  await desk.expectState("amplify", "Ready");
  await desk.expectState("sequence", "Blocked");
  for (const id of ["amplify", "label", "sequence"]) {
    await desk.claimNext();
    await desk.complete(id);
  }
  await expect(desk.page("sequence")).toContainText("Completed");
});

test("a job that waits out its backoff becomes ready on the screen by itself", async ({ lab: { desk } }) => {
  await desk.submit("extract", { backoffSeconds: 2 });
  await desk.claimNext();
  await desk.reportFailure("extract", "tip rack empty");
  await desk.expectState("extract", "Waiting");
  await desk.expectState("extract", "Ready");
});

test("what others do shows by itself", async ({ lab: { desk } }) => {
  await desk.submit("extract");
  await desk.behindTheBack("submit", { id: "amplify", backoff: 0, after: ["extract"] });
  await expect(desk.row("amplify")).toContainText("needs extract");
  await desk.behindTheBack("claim", {});
  await desk.behindTheBack("complete", { id: "extract", token: 1 });
  await desk.expectState("amplify", "Ready");
});

test("a redrive says what stays and why, and prerequisites can be edited out of a quarantine", async ({
  lab: { desk },
}) => {
  await desk.submit("bad");
  await desk.submit("worse");
  await desk.submit("pool", { after: ["bad", "worse"] });
  for (const id of ["bad", "bad", "worse", "worse"]) {
    await desk.claimNext();
    await desk.reportFailure(id, "jammed");
  }
  await desk.show("Quarantine");
  const redrive = await desk.redrive("bad");
  await expect(redrive).toContainText(/pool.*worse/s);
  await redrive.getByRole("button", { name: /^Redrive/ }).click();
  await expect(redrive).toBeHidden();

  await desk.show("Jobs");
  await desk.expectState("bad", "Ready");
  await desk.expectState("pool", "Quarantined");
  await (await desk.open("pool")).getByRole("button", { name: "Edit prerequisites…" }).click();
  const edit = desk.dialog(/[Pp]rerequisites/);
  await edit.getByRole("button", { name: /worse/ }).click();
  await edit.getByRole("button", { name: /^Save/ }).click();
  await expect(edit).toBeHidden();
  await desk.expectState("pool", "Blocked");
});
