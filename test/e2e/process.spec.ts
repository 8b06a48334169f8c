import { spawn } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { command, expect, launch, project, test } from "./lab-test.ts";

/** Starts the app as a person does from a terminal, and gives what it said and its exit code. */
async function runApp(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(command.executable, [...command.args, ...args], {
    env: command.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

test("the app says where its database is and how to stop, and ends cleanly on SIGTERM, however often", async ({
  file,
  folder,
}) => {
  const child = spawn(command.executable, [...command.args, "--db", file], {
    env: command.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes("To stop")) for (let n = 0; n < 5; n += 1) child.kill("SIGTERM");
  }
  expect(said).toContain(`Database: ${file}`);
  expect(await ended).toBe(0);
  // Closed, so its write-ahead log is gone.
  expect(readdirSync(folder)).not.toContain("lab.db-wal");
});

test("[D6] a second app on the same database says so and ends; the first is untouched", async ({
  lab: { desk },
  file,
}) => {
  await desk.submit("extract");
  const { code, err } = await runApp("--db", file);
  expect(err).toContain(`${file} is in use by another Lab Dispatcher.`);
  expect(err).toContain("Its window has been brought to the front.");
  expect(code).toBe(1);
  await desk.claimNext();
  await desk.complete("extract");
});

test("[D6] the command line on a database that the app has open is refused in a sentence", async ({
  lab: { desk },
  file,
  folder,
}) => {
  writeFileSync(`${folder}/one.csv`, "id,backoff\na,1\n");
  const child = spawn(process.execPath, ["engine/cli/lab.ts", "import", `${folder}/one.csv`, "--db", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await text(child.stderr)).toMatch(/^[^\n]*in use by another Lab Dispatcher[^\n]*\n$/);
  await desk.submit("extract");
});

test("[D6] a file that can't be used: the app says what to do, makes and touches nothing, and ends", async ({
  file,
  folder,
}) => {
  writeFileSync(file, "notes");
  const damaged = await runApp("--db", file);
  const nowhere = await runApp("--db", join(file, "lab.db"));
  expect(damaged.err).toContain(`${file} is not a database, or it is damaged.`);
  expect(nowhere.err).toContain("a part of its path is a file, not a folder");
  expect([damaged.code, nowhere.code]).toEqual([1, 1]);
  expect(readdirSync(folder)).toEqual(["lab.db"]);
  expect(readFileSync(file, "utf8")).toBe("notes");
});

test("[D6] another number of failures for a database that has one is refused, not ignored", async ({
  lab,
  file,
}) => {
  await lab.app.close();
  const { code, err } = await runApp("--db", file, "--max-failures", "3");
  expect(err).toContain("was made with 2 failures to quarantine");
  expect(code).toBe(1);
});

test("a switch that makes no sense is refused in a sentence", async () => {
  const { code, err } = await runApp("--max-failures", "none");
  expect(err).toContain("--max-failures needs a whole number");
  expect(code).toBe(2);
});

test("a user who isn't root gets Electron's own sandbox, and the same window", async ({ folder, file }) => {
  test.skip(process.getuid?.() !== 0, "the other tests run so already");
  const nobody = join(folder, "as-nobody");
  writeFileSync(
    nobody,
    `#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups ${command.executable} "$@"\n`,
    { mode: 0o755 },
  );
  chmodSync(folder, 0o777);
  const { app, desk } = await launch([project, "--db", file], {
    executable: nobody,
    env: { ...command.env, HOME: folder },
    chromiumSandbox: true,
  });
  expect(await app.evaluate(({ app: electron }) => electron.commandLine.hasSwitch("no-sandbox"))).toBe(false);
  await desk.submit("extract");
  await app.close();
});
