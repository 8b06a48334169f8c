import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Acknowledged } from "./busy-lab.ts";
import { by, test } from "./durable-test.ts";

const ROUNDS = 8;
/** A round is killed after so many answers: an odd number, so that it falls anywhere in a batch. */
const answersIn = (round: number) => 37 + 61 * round;

test(
  "[D2] kill -9 under load, again and again: every answer still holds, and no token is given twice",
  { timeout: 60_000 },
  async ({ file, open }) => {
    const acknowledged: Acknowledged[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      acknowledged.push(...(await runAndKill(file, answersIn(round))));

    const lab = await open();
    const db = new Database(file, { readonly: true });
    const phases = new Map(db.prepare("SELECT id, phase FROM job").raw().all() as [string, string][]);
    const of = (did: Acknowledged["did"]) => acknowledged.filter((line) => line.did === did);
    const tokens = of("claim").map((line) => ("token" in line ? line.token : 0));
    expect(of("submit").filter(({ id }) => !phases.has(id))).toEqual([]);
    expect(of("complete").filter(({ id }) => phases.get(id) !== "completed")).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
    const next = await by(lab)({ name: "claim" });
    if (next !== null) expect(next.token).toBeGreaterThan(Math.max(...tokens));

    // Nothing half applied: each job's row is what its events make of it.
    const torn = db
      .prepare(
        `SELECT id FROM job WHERE attempts <> (SELECT count(*) FROM event WHERE job = key AND kind = 'claimed')
       OR lifetime_failures <>
         (SELECT count(*) FROM event WHERE job = key AND kind IN ('failed', 'expired'))
       OR (phase = 'claimed' AND deadline IS NOT
         (SELECT deadline FROM event WHERE job = key AND kind = 'claimed' ORDER BY seq DESC LIMIT 1))
       OR (phase = 'completed') <> EXISTS (SELECT 1 FROM event WHERE job = key AND kind = 'completed')`,
      )
      .all();
    const expired = db.prepare("SELECT count(*) FROM event WHERE kind = 'expired'").pluck().get();
    const check = db.prepare("PRAGMA integrity_check").get();
    db.close();
    expect([torn, check]).toEqual([[], { integrity_check: "ok" }]);
    expect(expired).toBeGreaterThan(0);
  },
);

async function runAndKill(file: string, answers: number): Promise<Acknowledged[]> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("busy-lab.ts", import.meta.url)), file, "busy"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const heard: Acknowledged[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may have been cut by the kill: then its answer wasn't heard.
    if (line.endsWith("}")) heard.push(JSON.parse(line) as Acknowledged);
    if (heard.length === answers) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return heard;
}
