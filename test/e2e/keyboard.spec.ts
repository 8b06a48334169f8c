import { expect, test } from "./lab-test.ts";

test("keyboard only: submit, claim, fail into quarantine, redrive", async ({ lab: { window, desk } }) => {
  const { keyboard } = window;
  await keyboard.press("n");
  await expect(desk.dialog("New job").getByLabel("Job id")).toBeFocused();
  await keyboard.type("amplify");
  await keyboard.press("Tab");
  await keyboard.type("0");
  await keyboard.press("Control+Enter");
  await expect(desk.dialog("New job")).toBeHidden();
  await expect(desk.row("amplify")).toBeVisible();

  for (const reason of ["clot", "clot again"]) {
    await keyboard.press("c");
    await desk.expectState("amplify", "Claimed");
    await expect(desk.page("amplify").getByRole("button", { name: "Report failure…" })).toBeEnabled();
    await tabTo("Report failure…");
    await keyboard.press("Enter");
    await expect(desk.dialog(/failure/i).getByLabel("Reason")).toBeFocused();
    await keyboard.type(reason);
    await keyboard.press("Control+Enter");
    await expect(desk.dialog(/failure/i)).toBeHidden();
    await expect(window.locator(":focus")).toHaveText("Report failure…");
    await expect(desk.row("amplify")).not.toContainText("claimed by");
  }
  await desk.expectState("amplify", "Quarantined");

  await keyboard.press("2");
  await expect(window.getByRole("heading", { name: "Quarantine" })).toBeVisible();
  await expect(desk.row("amplify")).toBeVisible();
  await keyboard.press("r");
  await expect(desk.dialog(/Redrive amplify/).getByRole("region", { name: "Let go" })).toBeVisible();
  await keyboard.type("clot removed");
  await keyboard.press("Control+Enter");
  await expect(desk.dialog(/Redrive amplify/)).toBeHidden();
  await expect(window.getByText("Nothing in quarantine")).toBeVisible();
  await expect(window.locator(":focus")).toHaveCount(1);
  await keyboard.press("1");
  await desk.expectState("amplify", "Ready");

  /** Goes on with Tab until the control of this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    const focused = window.locator(":focus");
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focused.count()) > 0 && (await focused.textContent()) === name) return;
      await keyboard.press("Tab");
    }
    throw new Error(`${name} can't be reached with Tab`);
  }
});

test("arrows move through the list, Enter opens a job beside it, Escape closes it", async ({
  lab: { window, desk },
}) => {
  for (const id of ["a", "b", "c"]) await desk.submit(id);
  await desk.open("a");
  await window.keyboard.press("Escape");
  await expect(desk.page("a")).toBeHidden();
  await window.keyboard.press("ArrowDown");
  await window.keyboard.press("ArrowDown");
  await window.keyboard.press("Enter");
  await expect(desk.page("c")).toBeVisible();
});

test("Enter opens a job, goes to its actions, and then does nothing by itself", async ({
  lab: { window, desk },
}) => {
  await desk.submit("a");
  await desk.claimNext();
  await desk.expectState("a", "Claimed");
  await window.getByRole("grid", { name: "Jobs" }).focus();
  for (let n = 0; n < 3; n += 1) await window.keyboard.press("Enter");
  await expect(desk.page("a").getByRole("group", { name: "Actions" })).toBeFocused();
  await window.keyboard.press("Tab");
  await expect(desk.page("a").getByRole("button", { name: "Complete" })).toBeFocused();
  await window.keyboard.press("Enter");
  await desk.expectState("a", "Completed");
  await expect(desk.page("a").getByRole("button", { name: "Complete" })).toBeFocused();
});

test("? lists the shortcuts, and nothing is a shortcut while someone types", async ({
  lab: { window, desk },
}) => {
  await window.keyboard.press("?");
  await expect(desk.dialog(/[Ss]hortcuts/)).toBeVisible();
  await window.keyboard.press("Escape");
  await window.getByRole("searchbox").fill("");
  await window.getByRole("searchbox").pressSequentially("ncr?");
  await expect(window.getByRole("dialog")).toBeHidden();
});
