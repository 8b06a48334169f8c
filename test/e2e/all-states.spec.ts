import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import type { Desk } from "./desk.ts";
import { expect, project, test } from "./lab-test.ts";

const makeLab = (file: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, ["test/e2e/varied-lab.ts", file, ...options], { cwd: project });

/** The newest lines of a job's history, without their times. */
async function expectHistory(page: Locator, ...newest: string[]): Promise<void> {
  const words = page.getByRole("region", { name: "History" }).locator(".history-words");
  await expect(words.first()).toBeVisible();
  expect((await words.allTextContents()).slice(0, newest.length)).toEqual(newest);
}

test("what robots and operators elsewhere have done is told in the list, on the pages and in the histories", async ({
  file,
  start,
}) => {
  await makeLab(file);
  const { desk } = await start("--operator", "anna");
  await test.step("the list", () => expectList(desk));

  await test.step("a held job", async () => {
    const page = await desk.open("extract-09");
    await expect(page).toContainText("Held by anna: waiting for new labels.");
    await expect(page.getByRole("button", { name: "Edit prerequisites…" })).toBeEnabled();
    await expect(page.getByRole("button", { name: "Redrive…" })).toBeDisabled();
    await expectHistory(page, "Held by anna: waiting for new labels", "Submitted by lims");
    await expect(await desk.open("amplify-09")).toContainText(
      "Blocked: needs extract-09 first. It is held by anna too: waiting for new labels.",
    );
    await expectHistory(
      await desk.open("extract-11"),
      "Hold lifted by anna: deck is clean",
      "Held by anna: deck is being cleaned",
    );
  });

  await test.step("cancelled jobs", async () => {
    const page = await desk.open("extract-02");
    await expect(page).toContainText("It will never run.");
    for (const name of ["Complete", "Report failure…", "Redrive…", "Edit prerequisites…"])
      await expect(page.getByRole("button", { name })).toBeDisabled();
    await expectHistory(page, "Cancelled by anna: sample lost");
    await expectHistory(await desk.open("amplify-02"), "Cancelled with extract-02 by anna: sample lost");
  });

  await test.step("a job completed by hand while a robot had it", async () => {
    const page = await desk.open("extract-03");
    await expect(page).toContainText(/Completed by hand at [\d:]+, after 1 attempt\./);
    await expect(page.getByRole("region", { name: "Attempts" })).toContainText("Completed by hand");
    await expectHistory(page, "Completed by hand, reported by anna: done at the bench");
  });

  await test.step("claims that have an end, and that were taken back", async () => {
    await expect(await desk.open("extract-07")).toContainText(/its first attempt\. The robot has until /);
    const page = await desk.open("extract-08");
    await expect(page.getByRole("region", { name: "Attempts" })).toContainText("Taken back");
    await expectHistory(page, "Claim taken back by anna: robot is off", "Claimed by tecan-2, attempt 1");
  });

  await test.step("a prioritised job that needs capabilities", async () => {
    const page = await desk.open("extract-10");
    await expect(page).toContainText("the next free robot with magnet and pipette-8 may take it");
    const facts = page.getByRole("region", { name: "Facts" });
    await expect(facts).toContainText("LabelsPL-0410, S-0031");
    await expect(facts).toContainText("Needs a robot withmagnet, pipette-8");
    await expect(facts).toContainText("Priority5");
    await expectHistory(page, "Priority set to 5 by anna: rush for PL-0410", "Submitted by lims, priority 3");
    await expectHistory(await desk.open("extract-06"), "Redriven by anna: tip rack refilled");
  });

  await test.step("robots that went silent", async () => {
    const page = await desk.open("extract-04");
    await expect(page.getByRole("region", { name: "Attempts" })).toContainText("Went silent");
    await expect(await desk.open("extract-05")).toContainText("It is held by anna too");
  });
});

async function expectList(desk: Desk): Promise<void> {
  const rows = [
    ["extract-01", "Completed", /ago|just now/],
    ["extract-02", "Cancelled", /ago|just now/],
    ["amplify-02", "Cancelled", /ago|just now/],
    ["extract-03", "Completed", /by hand, (.*ago|just now)/],
    ["extract-04", "Held", /held/],
    ["extract-05", "Quarantined", /1 of 1 failed/],
    ["amplify-05", "Quarantined", /because of extract-05/],
    ["extract-06", "Ready", /any robot/],
    ["extract-07", "Claimed", /ot2-3 until /],
    ["extract-08", "Ready", /any robot/],
    ["extract-09", "Held", /held by anna: waiting for new labels/],
    ["amplify-09", "Blocked", /needs extract-09 · held/],
    ["extract-10", "Ready", /any robot with magnet and pipette-8 · priority 5/],
    ["extract-11", "Ready", /any robot/],
  ] as const;
  for (const [id, state, next] of rows) {
    await desk.expectState(id, state);
    await expect(desk.row(id)).toContainText(next);
  }
}

test("each state has its filter, with how many there are", async ({ file, start }) => {
  await makeLab(file);
  const { window, desk } = await start();
  const filter = window.getByRole("group", { name: "Show by state" });
  const grid = window.getByRole("grid", { name: "Jobs" });
  for (const [name, ...ids] of [
    ["Held 2", "extract-04", "extract-09"],
    ["Cancelled 2", "extract-02", "amplify-02"],
    ["Completed 2", "extract-01", "extract-03"],
    ["Claimed 1", "extract-07"],
  ] as const) {
    await filter.getByRole("button", { name, exact: true }).click();
    await expect(grid.getByRole("rowheader")).toHaveText(ids);
    for (const id of ids) await desk.expectState(id, name.replace(/ \d+/, ""));
  }
});

test("[O1] a redrive says that a job that is held will be held again", async ({ file, start }) => {
  await makeLab(file);
  const { desk } = await start();
  await desk.show("Quarantine");
  const dialog = await desk.redrive("extract-05");
  const letGo = dialog.getByRole("region", { name: "Let go" }).getByRole("listitem");
  await expect(letGo).toHaveText([
    /extract-05\s*Held\s*until its hold is lifted/,
    /amplify-05\s*Blocked\s*until extract-05/,
  ]);
  await dialog.getByRole("button", { name: "Redrive 2 jobs" }).click();
  await expect(dialog).toBeHidden();
  await desk.show("Jobs");
  await desk.expectState("extract-05", "Held");
  await desk.expectState("amplify-05", "Blocked");
});

test("[O7] what another prerequisite would change can be asked without changing it", async ({
  file,
  start,
}) => {
  await makeLab(file);
  const { desk } = await start();
  const command = { name: "setPrerequisites" as const, id: "extract-11", after: ["extract-09"] };
  expect(await desk.behindTheBack("preview", { command })).toMatchObject({
    changes: [
      { id: "extract-11", how: ["prerequisites"], from: "ready", to: "blocked", waitsFor: ["extract-09"] },
    ],
    changesTotal: 1,
    staysTotal: 0,
  });
  await desk.expectState("extract-11", "Ready");
});

test("[C4] a dispatcher that is paused says so, and why a claim gives nothing", async ({ file, start }) => {
  await makeLab(file, "paused");
  const { window, desk } = await start();
  await expect(window.getByRole("status").filter({ hasText: "Paused" })).toContainText("1 claimed, 4 ready");
  await desk.claimNext();
  await expect(desk.news).toContainText("The dispatcher is paused: nothing is handed out.");
  await expect(await desk.open("extract-11")).toContainText("Ready, but nothing is handed out");
});
