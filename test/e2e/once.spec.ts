import Database from "better-sqlite3";
import { callsOf, letGo, listen } from "./engine-line.ts";
import { expect, test, type RunningApp } from "./lab-test.ts";

/** A job that has failed itself into the quarantine. */
async function spoil({ desk }: RunningApp, ...ids: string[]): Promise<void> {
  for (const id of ids) await desk.behindTheBack("submit", { id, backoff: 0 });
  for (let n = 0; n < 2 * ids.length; n += 1) {
    const claim = await desk.behindTheBack("claim", {});
    if (claim !== null) await desk.behindTheBack("report_failure", { ...pick(claim), reason: "clot" });
  }
}
const pick = ({ id, token }: { id: string; token: number }) => ({ id, token });

test.describe("what is asked for once is done once", () => {
  test("a double click on Claim next claims one job, the answer coming between the clicks or after", async ({
    lab,
  }) => {
    const { app, window, desk } = lab;
    for (const id of ["a", "b", "c"]) await desk.submit(id);
    await listen(app);
    await window.getByRole("button", { name: "Claim next" }).dblclick();
    await desk.expectState("a", "Claimed");
    // Asked last, so that whatever the clicks have sent has been heard by its answer.
    await desk.behindTheBack("status", {});
    expect(await callsOf(app, "claim")).toBe(1);
    await listen(app, "claim");
    await window.getByRole("button", { name: "Claim next" }).dblclick();
    await letGo(app);
    await desk.expectState("b", "Claimed");
    await desk.behindTheBack("status", {});
    expect(await callsOf(app, "claim")).toBe(1);
    await desk.expectState("c", "Ready");
  });

  test("Enter four times in a redrive sends it once, and its dialog stays closed", async ({ lab }) => {
    const { app, window, desk } = lab;
    await spoil(lab, "amplify");
    const page = await desk.open("amplify");
    await page.getByRole("button", { name: "Redrive…" }).click();
    await desk
      .dialog(/Redrive amplify/)
      .getByLabel("Reason")
      .fill("clot removed");
    await listen(app, "redrive");
    for (let n = 0; n < 4; n += 1) await window.keyboard.press("Enter");
    await letGo(app);
    await expect(desk.dialog(/Redrive amplify/)).toBeHidden();
    expect(await callsOf(app, "redrive")).toBe(1);
    await expect(desk.news).toContainText("Redrove amplify");
  });

  test("a double click on Import opens one file dialog", async ({ lab: { app, window, desk } }) => {
    await desk.submit("a");
    await app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ["/nowhere/steps.csv"] });
    });
    await listen(app, "readWorkflow");
    await window.getByRole("button", { name: "Import…" }).click();
    await window.getByRole("button", { name: "Import…" }).click();
    await letGo(app);
    await expect(window.getByRole("alert")).toContainText("steps.csv can't be read");
    expect(await callsOf(app, "readWorkflow")).toBe(1);
  });

  test("Escape and Back wait for the answer of a command that is under way", async ({ lab }) => {
    const { app, window, desk } = lab;
    await spoil(lab, "amplify");
    await (await desk.open("amplify")).getByRole("button", { name: "Redrive…" }).click();
    const dialog = desk.dialog(/Redrive amplify/);
    await expect(dialog.getByRole("region", { name: "Let go" })).toBeVisible();
    await listen(app, "redrive");
    await window.keyboard.press("Control+Enter");
    for (let n = 0; n < 3; n += 1) await window.keyboard.press("Escape");
    await expect(dialog.getByRole("button", { name: "Back" })).toBeDisabled();
    await letGo(app);
    await expect(desk.news).toContainText("Redrove amplify");
    await expect(dialog).toBeHidden();
  });
});

test("what is typed before a dialog is up goes into it, and is no shortcut", async ({ lab }) => {
  const { app, window, desk } = lab;
  await spoil(lab, "amplify");
  await desk.submit("ready");
  await window.getByRole("grid", { name: "Jobs" }).focus();
  await window.keyboard.press("Home");
  await listen(app, "get");
  await window.keyboard.press("r");
  await window.keyboard.type("clot");
  await letGo(app);
  await expect(desk.dialog(/Redrive amplify/).getByRole("region", { name: "Let go" })).toBeVisible();
  await window.keyboard.type(" removed");
  await expect(desk.dialog(/Redrive amplify/).getByLabel("Reason")).toHaveValue("clot removed");
  expect(await callsOf(app, "claim")).toBe(0);
});

test("what couldn't be done is told on any screen, until it is dismissed or something is done", async ({
  lab,
  file,
}) => {
  const { window, desk } = lab;
  await desk.submit("a");
  const refusal = window.getByRole("alert").filter({ hasText: "Not certain" });
  const trouble = window
    .getByRole("alert")
    .filter({ hasText: "Nothing can be stored", hasNotText: "Not certain" });
  // Somebody else writes to the file and doesn't stop.
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  await desk.show("Quarantine");
  await window.keyboard.press("c");
  await expect(refusal).toContainText("The database could not be written");
  await expect(trouble).toBeVisible();
  await desk.show("Jobs");
  await refusal.getByRole("button", { name: "Dismiss" }).click();
  await expect(refusal).toBeHidden();
  await window.keyboard.press("c");
  await expect(refusal).toBeVisible();
  other.exec("ROLLBACK");
  other.close();
  // Nobody need do anything for that.
  await expect(trouble).toBeHidden();
  await window.keyboard.press("c");
  await desk.expectState("a", "Claimed");
  await expect(refusal).toBeHidden();
});

test("a completion that is refused after the person has gone on is told all the same", async ({ lab }) => {
  const { app, window, desk } = lab;
  for (const id of ["a", "b"]) await desk.submit(id);
  await desk.claimNext();
  await listen(app, "complete");
  await desk.page("a").getByRole("button", { name: "Complete" }).click();
  await desk.behindTheBack("report_failure", { id: "a", token: 1 });
  await desk.open("b");
  await letGo(app);
  await expect(window.getByRole("alert")).toContainText("a isn't claimed");
  await desk.open("a");
  await expect(desk.page("a").getByRole("alert")).toContainText("a isn't claimed");
});

test("a redrive that empties the quarantine leaves the focus on the screen", async ({ lab }) => {
  const { window, desk } = lab;
  await spoil(lab, "amplify");
  await desk.show("Quarantine");
  await desk.redrive("amplify");
  await window.keyboard.press("Control+Enter");
  await window.getByRole("heading", { name: "Quarantine", exact: true }).hover();
  await expect(window.getByText("Nothing in quarantine")).toBeVisible();
  await expect(window.getByRole("main")).toBeFocused();
});

test("a row under the pointer stays there when another leaves the quarantine", async ({ lab }) => {
  const { window, desk } = lab;
  await spoil(lab, "a", "b", "c");
  await desk.show("Quarantine");
  await desk.row("b").hover();
  const before = await desk.row("b").boundingBox();
  await desk.behindTheBack("redrive", { id: "a" });
  await expect(desk.row("a")).toBeHidden();
  await expect(window.getByText("no longer here")).toBeVisible();
  expect(await desk.row("b").boundingBox()).toEqual(before);
  await window.getByRole("heading", { name: "Quarantine" }).hover();
  await expect(window.getByText("no longer here")).toBeHidden();
});

test("r acts on no job that isn't seen", async ({ lab }) => {
  const { window, desk } = lab;
  await spoil(lab, "amplify");
  await desk.submit("other");
  await desk.open("other");
  await window.keyboard.press("Escape");
  await desk.show("Quarantine");
  await window.keyboard.press("r");
  await window.keyboard.press("e");
  await expect(window.getByRole("dialog")).toBeHidden();
});
