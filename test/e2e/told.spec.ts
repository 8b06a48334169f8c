import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "./lab-test.ts";

test("[D4] answers that were lost are told until they are dismissed, and work goes on", async ({
  lab,
  file,
  start,
}) => {
  await lab.desk.submit("a");
  await lab.app.close();
  copyFileSync(file, `${file}.old`);
  const second = await start();
  await second.desk.submit("b");
  await second.app.close();
  copyFileSync(`${file}.old`, file);

  const { window, desk, app } = await start();
  const lost = window.getByRole("status", { name: "Lost answers" });
  await expect(lost).toContainText("1 change that had been answered is missing");
  await expect(lost).not.toContainText("Nothing is handed out");
  await expect(window.getByRole("alert")).toHaveCount(0);
  await desk.claimNext();
  await desk.expectState("a", "Claimed");
  await expect(lost).toBeVisible();
  await lost.getByRole("button", { name: "Dismiss lost answers" }).click();
  await expect(lost).toBeHidden();
  // In this run it is remembered, even if the window is loaded anew.
  await window.reload();
  await expect(desk.row("a")).toBeVisible();
  await expect(lost).toBeHidden();
  await app.close();
});

test("[D3] what couldn't be stored is told as a notice once it is over, until it is dismissed", async ({
  lab,
  file,
}) => {
  const { window, desk } = lab;
  await desk.submit("a");
  const notices = window.getByRole("status", { name: "Notices" });
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  await window.keyboard.press("c");
  const trouble = window
    .getByRole("alert")
    .filter({ hasText: "Nothing can be stored", hasNotText: "Not certain" });
  await expect(trouble).toBeVisible();
  other.exec("ROLLBACK");
  other.close();
  await expect(trouble).toBeHidden();
  await expect(notices).toContainText("Nothing can be stored");
  await notices.getByRole("button", { name: "Dismiss notices" }).click();
  await expect(notices).toBeHidden();
});

test("[D4] a database that isn't as it was written is told soon after the start, with what to do", async ({
  lab,
  file,
  start,
  folder,
}) => {
  await lab.desk.submit("a");
  await lab.app.close();
  const db = new Database(file);
  db.exec("DROP TRIGGER event_is_never_changed; UPDATE event SET actor = 'eve' WHERE seq = 1");
  db.close();

  const { window, desk, app } = await start();
  const damage = window.getByRole("alert");
  await expect(damage).toContainText(/Event 1 isn't as it was written.*Run lab verify; restore a backup\./);
  await expect(damage).not.toContainText("Nothing is handed out");
  // Without its lock, another program that looks into the file and closes it would take the log away.
  if (process.platform === "linux") expect(locksOn(file, app.process().pid)).not.toEqual([]);
  await desk.submit("b");
  await app.close();
  expect(readdirSync(folder)).not.toContain("lab.db-wal");
});

/** What the system says of the locks that a process has on a file. */
function locksOn(file: string, pid: number | undefined): string[] {
  const inode = String(statSync(file).ino);
  const locks = readFileSync("/proc/locks", "utf8").split("\n");
  return locks.filter((lock) => lock.includes(` ${String(pid)} `) && lock.includes(`:${inode} `));
}
