import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { command, expect, launch, project, test } from "./lab-test.ts";

/** The unpacked package that set-up has made; its name tells on which runtime. */
function packaged(): { readonly name: string; readonly folder: string } {
  const found = readdirSync(join(project, "dist")).find((entry) => entry.endsWith("-linux"));
  if (found === undefined) throw new Error("there is no package in dist/: npm run package makes one");
  return { name: found.replace(/-linux$/, ""), folder: join(project, "dist", found) };
}

test("the packaged app starts by itself, from nowhere near its sources, and keeps what it is told", async ({
  file,
  folder: home,
}) => {
  const { name, folder } = packaged();
  const args = [...command.args.filter((arg) => arg !== project), "--db", file];
  const options = {
    executable: join(folder, name),
    // Nothing of the development set-up helps it.
    env: { ...process.env, LAB_SQLITE_BINDING: "", NODE_PATH: "", HOME: home } as Record<string, string>,
  };
  const first = await launch(args, options);
  await first.desk.submit("extract");
  await first.kill();
  const second = await launch(args, options);
  await second.desk.expectState("extract", "Ready");
  expect(await second.app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  await second.app.close();
  // Its verification runs from the package, too.
  const db = new Database(file);
  db.exec("DROP TRIGGER event_is_never_changed; UPDATE event SET actor = 'eve' WHERE seq = 1");
  db.close();
  const third = await launch(args, options);
  await expect(third.window.getByRole("alert")).toContainText("Event 1 isn't as it was written");
  await third.app.close();
});

test("a package on the stand-in runtime says so in its name, and that it is no release", () => {
  test.skip(command.env["LAB_SQLITE_BINDING"] === undefined, "this is the official runtime");
  const { name, folder } = packaged();
  expect(name).toMatch(/-standin$/);
  expect(readdirSync(folder)).toContain("NOTICE.txt");
});
