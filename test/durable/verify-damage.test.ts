import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { verify } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";
import { lived, rehash, tamper } from "./lived-lab.ts";

describe("D4: what doesn't fit is told, each in a sentence", () => {
  lived.for<readonly [string, string, RegExp]>([
    [
      "an event that was changed",
      "UPDATE event SET actor = 'eve' WHERE seq = 7",
      /^Event 7 isn't as it was written/,
    ],
    ["an event that was taken out", "DELETE FROM event WHERE seq = 8", /^Event 8 is missing\.$/],
    ["events that were taken out", "DELETE FROM event WHERE seq IN (7, 8)", /^Events 7 to 8 are missing\.$/],
    ["the first event", "DELETE FROM event WHERE seq = 1", /^Event 1 is missing\.$/],
    [
      "the last event",
      "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)",
      /lab's pause .* stored as 1; the events say 0/,
    ],
    [
      "a job's failures",
      "UPDATE job SET attempts = 9 WHERE id = 'c'",
      /^Job c: its attempts is stored as 9; its events say 1\.$/,
    ],
    [
      "a phase",
      "UPDATE job SET phase = 'cancelled' WHERE id = 'c'",
      /^Job c: its phase is stored as cancelled; its events say completed\.$/,
    ],
    [
      "a payload",
      "UPDATE job SET payload = '{}' WHERE id = 'a'",
      /^Job a: its payload is stored as \{\}; its events say \{"2"/,
    ],
    [
      "a requirement",
      "UPDATE job SET requires = NULL WHERE id = 'b'",
      /^Job b: its requires is stored as nothing/,
    ],
    [
      "a hold",
      "UPDATE job SET held = 1, held_by = 'eve' WHERE id = 'later'",
      /^Job later: its held by is stored as eve/,
    ],
    [
      "an edge",
      "DELETE FROM prerequisite WHERE job = 4",
      /^Job d is stored as needing nothing; its events say c\.$/,
    ],
    [
      "an edge more",
      "INSERT INTO prerequisite VALUES (3, 0, 1)",
      /^Job c is stored as needing a; its events say nothing\.$/,
    ],
    [
      "a job that is gone",
      "DELETE FROM job WHERE id = 'd'",
      /Job d was submitted by its events, but isn't stored/,
    ],
    [
      "a job that nobody submitted",
      "INSERT INTO job (key, id, backoff, priority, position, phase, since, eligible_at, failures, lifetime_failures, attempts, held, by_hand, revision) SELECT 99, 'x', 0, 0, 99, 'open', 0, 0, 0, 0, 0, 0, 0, 1",
      /^Job x is stored, but no event submitted it\.$/,
    ],
    [
      "a counter",
      "UPDATE lab SET last_token = 3",
      /^The lab's last token is stored as 3; the events say \d+\.$/,
    ],
    ["a count", "UPDATE lab SET completed = 0", /completed jobs is stored as 0; the events say 2/],
    ["the time", "UPDATE lab SET clock = 0", /running time is stored as 0; there is an event of \d+/],
  ])("[D4] %s", ([, sql, sentence], { file, whole }) => {
    copyFileSync(whole, file);
    tamper(file, sql);
    const { clean, findings } = verify(file);
    expect([clean, findings.find((finding) => sentence.test(finding)) ?? findings]).toEqual([
      false,
      expect.stringMatching(sentence),
    ]);
  });

  lived("[D4] an event that was changed with all the hashes after it", ({ file, whole }) => {
    copyFileSync(whole, file);
    tamper(file, "UPDATE event SET eligible_at = 12345 WHERE kind = 'redriven'");
    rehash(file);
    expect(verify(file).findings).toEqual([
      expect.stringMatching(/^Job a: its eligible at is stored as \d+; its events say 12345\.$/),
    ]);
  });

  test("[D4] no more than can be read, and how many more there are", async ({ file, open }) => {
    const lab = await open();
    await by(lab)({
      name: "submitMany",
      jobs: Array.from({ length: 90 }, (_, n) => ({ id: `job-${String(n)}`, backoff: 0 })),
    });
    await lab.close();
    tamper(file, "UPDATE job SET revision = 7");
    const { findings, more } = verify(file);
    expect([findings.length, more]).toEqual([50, 40]);
  });

  test("[D6] flipped pages: each is told, and nothing is written", async ({ file, open }) => {
    const lab = await open();
    await by(lab)({
      name: "submitMany",
      jobs: Array.from({ length: 400 }, (_, n) => ({ id: `job-${String(n)}`, backoff: 0, payload: { n } })),
    });
    await lab.close();
    const whole = readFileSync(file);
    const untold = [];
    for (let page = 1; page < whole.length / 4_096; page += 3) {
      const damaged = Buffer.from(whole);
      for (let at = 0; at < 4_096; at += 5)
        damaged[page * 4_096 + at] = (whole[page * 4_096 + at] ?? 0) ^ 0xff;
      writeFileSync(file, damaged);
      if (verdict(file) === "clean") untold.push(page);
      expect(readFileSync(file).equals(damaged)).toBe(true);
    }
    expect(untold).toEqual([]);
  });
});

function verdict(file: string): string {
  try {
    const { clean, findings } = verify(file);
    return clean ? "clean" : (findings[0] ?? "");
  } catch (error) {
    return (error as Error).message;
  }
}
