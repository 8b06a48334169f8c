import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import {
  backUp,
  backupsIn,
  DAILY,
  keepBackups,
  nextBackupAt,
  Rejected,
  restore,
  verify,
} from "../../engine/index.ts";
import type { Acknowledged } from "./busy-lab.ts";
import { by, test } from "./durable-test.ts";

const EPOCH = 2 ** 32;
const NOON = Date.UTC(2026, 11, 1, 12);

test(
  "[D7] a backup taken while eight callers write holds all that was answered before, and makes a lab of its own",
  { timeout: 60_000 },
  async ({ file, folder, open }) => {
    const busy = spawn(
      process.execPath,
      [fileURLToPath(new URL("busy-lab.ts", import.meta.url)), file, "busy"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const heard: Acknowledged[] = [];
    const lines = createInterface({ input: busy.stdout });
    const hear = async (count: number) => {
      while (heard.length < count) await once(lines, "line");
    };
    // The last line may have been cut by the kill: then its answer wasn't heard.
    lines.on("line", (line) => line.endsWith("}") && heard.push(JSON.parse(line) as Acknowledged));
    await hear(500);
    const before = [...heard];
    const backup = await backUp(file, join(folder, "backups/"));
    const live = verify(file);
    await hear(before.length + 500);
    busy.kill("SIGKILL");
    await once(busy, "exit");

    expect(live.findings).toEqual([]);
    expect(verify(backup.file)).toMatchObject({ findings: [], events: backup.events, jobs: backup.jobs });
    const to = join(folder, "restored.db");
    const restored = restore(backup.file, to, { actor: "ada", wall: 0 });
    expect(restored.lastToken).toBe(EPOCH);
    expect(verify(to).findings).toEqual([]);

    const lab = await open({ file: to });
    const submitted = before.filter(({ did }) => did === "submit").map(({ id }) => id);
    const completed = before.filter(({ did }) => did === "complete").map(({ id }) => id);
    expect(await lab.read({ name: "known", ids: submitted })).toHaveLength(submitted.length);
    const db = new Database(to, { readonly: true });
    const phases = new Map(db.prepare("SELECT id, phase FROM job").raw().all() as [string, string][]);
    db.close();
    expect(completed.filter((id) => phases.get(id) !== "completed")).toEqual([]);

    // Whoever claimed before, and since, shows a token that is over.
    await by(lab)({ name: "resume" });
    for (const id of restored.held) await by(lab)({ name: "unhold", id });
    for (let claim = await by(lab)({ name: "claim" }); claim; claim = await by(lab)({ name: "claim" })) {
      expect(claim.token).toBeGreaterThan(EPOCH);
    }
    const codes = new Set<string>();
    for (const line of heard.filter((line) => "token" in line)) {
      const outcome = await by(lab)({ name: "complete", id: line.id, token: line.token }).catch(
        (error: unknown) => (error instanceof Rejected ? error.code : error),
      );
      codes.add(String(outcome));
    }
    expect([...codes].sort()).toEqual(["NOT_CLAIMED", "STALE_CLAIM", "UNKNOWN_JOB"]);
    expect(verify(to).findings).toEqual([]);
  },
);

describe("D4: backups", () => {
  test("[D4] have names that carry the time, are one file each, and hold the log's rows too", async ({
    file,
    folder,
    open,
  }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const backups = join(folder, "deep/backups");
    const { file: backup, bytes } = await backUp(file, `${backups}/`, { wall: NOON });
    expect(basename(backup)).toBe("lab-2026-12-01T120000Z.db");
    expect(readdirSync(backups)).toEqual([basename(backup)]);
    expect(readFileSync(backup)).toHaveLength(bytes);
    expect(verify(backup)).toMatchObject({ clean: true, jobs: 1 });
    expect(readdirSync(backups)).toEqual([basename(backup)]);
  });

  test("[D4] overwrite nothing", async ({ file, folder, open }) => {
    await (await open()).close();
    await expect(backUp(file, file)).rejects.toThrow(/is there already, and is left as it is/);
    const backups = join(folder, "backups");
    mkdirSync(backups);
    await backUp(file, backups, { wall: NOON });
    await expect(backUp(file, backups, { wall: NOON })).rejects.toThrow(/is there already/);
    writeFileSync(join(folder, "b.db.unfinished"), "half");
    await expect(backUp(file, join(folder, "b.db"))).rejects.toThrow(/another backup is being written/);
    expect(readFileSync(join(folder, "b.db.unfinished"), "utf8")).toBe("half");
  });

  test("[D4] of a damaged database are not kept; older ones are untouched", async ({
    file,
    folder,
    open,
  }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    await lab.close();
    const backups = join(folder, "backups");
    const { file: good } = await backUp(file, `${backups}/`, { wall: NOON });
    const before = readFileSync(good);
    const db = new Database(file);
    db.exec("UPDATE job SET priority = 7");
    db.close();
    await expect(backUp(file, backups, { wall: NOON + DAILY })).rejects.toThrow(
      /is not whole, so no backup of it was kept\. Job a: its priority.*lab verify/,
    );
    writeFileSync(file, readFileSync(file).fill(0xaa, 8_192));
    await expect(backUp(file, backups, { wall: NOON + DAILY })).rejects.toThrow(
      /lab\.db is (damaged|not whole).*older backups are untouched/s,
    );
    expect([readdirSync(backups), readFileSync(good).equals(before)]).toEqual([[basename(good)], true]);
  });

  test("[D4] that can't be written say so", async ({ file, folder, open }) => {
    await (await open()).close();
    writeFileSync(join(folder, "file"), "");
    await expect(backUp(file, join(folder, "file/b.db"))).rejects.toThrow(/can't be opened|part of its path/);
    await expect(backUp(join(folder, "ghost.db"), folder)).rejects.toThrow(/There is no file/);
  });
});

describe("D4: how many backups are kept, and when the next is due", () => {
  const make = (folder: string, ...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), "");
  };

  test("[D4] the latest stay, and with them whatever isn't a backup of this database", ({ folder }) => {
    const others = ["lab-2026-12-01T120000Z.txt", "lab-notes.db", "other-2020-01-01T000000Z.db", "lab.db"];
    const days = [1, 2, 3, 4].map((day) => `lab-2026-12-0${String(day)}T120000Z.db`);
    make(
      folder,
      ...others,
      ...days,
      "lab-2026-12-03T110000Z.db.unfinished",
      "lab-2026-12-05T120000Z.db.unfinished",
    );
    const gone = keepBackups(folder, "/somewhere/lab.db", 2).map((name) => basename(name));
    expect(gone).toEqual([days[1], days[0], "lab-2026-12-03T110000Z.db.unfinished"]);
    expect(readdirSync(folder).sort()).toEqual(
      [...others, ...days.slice(2), "lab-2026-12-05T120000Z.db.unfinished"].sort(),
    );
    expect(keepBackups(folder, "lab.db", 0).map((name) => basename(name))).toEqual([days[2]]);
  });

  test("[D4] the next is due a day after the last; at once without one, and after a clock that was ahead", ({
    folder,
  }) => {
    expect(nextBackupAt(folder, "lab.db", NOON)).toBe(NOON);
    make(folder, "lab-2026-12-01T090000Z.db", "lab-2030-01-01T000000Z.db");
    expect(nextBackupAt(folder, "lab.db", NOON)).toBe(NOON - 3 * 3_600_000 + DAILY);
    expect(backupsIn(folder, "lab.db").map(({ at }) => at)).toEqual([
      Date.UTC(2030, 0),
      NOON - 3 * 3_600_000,
    ]);
    expect(nextBackupAt(join(folder, "new"), "lab.db", NOON)).toBe(NOON);
    expect(existsSync(join(folder, "new"))).toBe(true);
  });
});
