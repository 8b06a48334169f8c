import { readdirSync } from "node:fs";
import { join } from "node:path";
import { command, expect, launch, project, test } from "./lab-test.ts";

/** The unpacked package that set-up has made; its name tells on which runtime. */
const [folder] = readdirSync(join(project, "dist")).filter((name) => name.endsWith("-linux"));

test("the packaged app starts by itself, from nowhere near its sources, and keeps what it is told", async ({
  file,
  folder: elsewhere,
}) => {
  const name = folder?.replace(/-linux$/, "") ?? "no package was made";
  const options = {
    executable: join(project, "dist", folder ?? "", name),
    // Nothing of the development set-up helps it.
    env: { ...process.env, LAB_SQLITE_BINDING: "", NODE_PATH: "", HOME: elsewhere } as Record<string, string>,
  };
  const args = [...command.args.filter((arg) => arg !== project), "--db", file];
  const first = await launch(args, options);
  await first.desk.submit("extract");
  await first.kill();
  const second = await launch(args, options);
  await second.desk.expectState("extract", "Ready");
  expect(await second.app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  await second.app.close();
});

test("a package on the stand-in runtime says so in its name, and that it is no release", () => {
  test.skip(command.env["LAB_SQLITE_BINDING"] === undefined, "this is the official runtime");
  expect(folder).toBe("lab-dispatcher-standin-linux");
  expect(readdirSync(join(project, "dist", folder ?? ""))).toContain("NOTICE.txt");
});
