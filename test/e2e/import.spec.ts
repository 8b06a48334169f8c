import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./lab-test.ts";

/** Picks an item of the application's menu, as a click on it does. */
const pick = (app: ElectronApplication, menu: string, item: string) =>
  app.evaluate(
    ({ Menu }, path) => {
      const found = Menu.getApplicationMenu()?.items.find(({ label }) => label.replace("&", "") === path[0]);
      found?.submenu?.items.find(({ label }) => label === path[1])?.click();
    },
    [menu, item] as const,
  );

/** The person chooses `file` in the system's own dialog, which no test can reach. */
const willChoose = (app: ElectronApplication, ...filePaths: string[]) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen });
  }, filePaths);

test("the sample workflow from the menu: 96 samples of four steps, submitted at once", async ({
  lab: { app, desk },
}) => {
  await pick(app, "File", "Load the Sample Workflow…");
  const dialog = desk.dialog(/[Ii]mport|96 samples/);
  await expect(dialog).toContainText("extract-S001");
  await expect(dialog.getByRole("button", { name: "Submit 384 jobs" })).toBeFocused();
  await dialog.getByRole("button", { name: "Submit 384 jobs" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.window.getByRole("button", { name: "Blocked 288" })).toBeVisible();
  await desk.expectState("extract-S001", "Ready");
});

test("a file from the menu, with a prerequisite that the lab has already", async ({
  lab: { app, desk },
  folder,
}) => {
  await desk.submit("extract");
  const file = join(folder, "steps.csv");
  writeFileSync(file, "id,backoff,after\namplify,2 min,extract\nsequence,5 min,amplify\n");
  await willChoose(app, file);
  await pick(app, "File", "Import Workflow…");
  const dialog = desk.dialog(/[Ii]mport|steps.csv/);
  await dialog.getByRole("button", { name: "Submit 2 jobs" }).click();
  await desk.expectState("sequence", "Blocked");
});

test("a file with three bad lines: each is named, and nothing can be submitted", async ({
  lab: { app, desk },
  folder,
}) => {
  const file = join(folder, "bad.csv");
  writeFileSync(file, "id,backoff,after\na,1,\nb,soon,\nc,1,ghost\na,1,\n");
  await willChoose(app, file);
  await pick(app, "File", "Import Workflow…");
  const dialog = desk.dialog(/[Ii]mport|bad.csv/);
  for (const line of [
    /3.*“soon” is no backoff/s,
    /4.*There is no job ghost/s,
    /5.*a stands in line 2 already/s,
  ]) {
    await expect(dialog).toContainText(line);
  }
  await expect(dialog.getByRole("button", { name: /^Submit/ })).toBeHidden();
  await desk.window.keyboard.press("Escape");
  await expect(desk.window.getByText("No jobs yet")).toBeVisible();
});

test("[S5] a file whose jobs wait for each other: the path is named, nothing is submitted", async ({
  lab: { app, desk },
  folder,
}) => {
  const file = join(folder, "cycle.csv");
  writeFileSync(file, "id,backoff,after\nx,1,\na,1,b\nb,1,a\n");
  await willChoose(app, file);
  await pick(app, "File", "Import Workflow…");
  const dialog = desk.dialog(/[Ii]mport|cycle.csv/);
  await dialog.getByRole("button", { name: "Submit 3 jobs" }).click();
  await expect(dialog).toContainText(/would wait for itself/);
  await desk.window.keyboard.press("Escape");
  await expect(desk.window.getByText("No jobs yet")).toBeVisible();
});

test("a person who chooses no file is left where they were", async ({ lab: { app, desk } }) => {
  await willChoose(app);
  await pick(app, "File", "Import Workflow…");
  await expect(desk.window.getByText("No jobs yet")).toBeVisible();
  await expect(desk.window.getByRole("dialog")).toBeHidden();
});
