import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { Rejected } from "../../engine/index.ts";
import { by, test, until } from "./durable-test.ts";

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => (error instanceof Rejected ? error.code : error),
  );

describe("D1: answered means stored", () => {
  test("[D1] more than can be done is refused as BUSY, and not done; all that was taken on is", async ({
    open,
  }) => {
    const lab = await open();
    const submitted = Array.from({ length: 50_000 }, (_, n) =>
      by(lab)({ name: "submit", id: `j${String(n)}`, backoff: 0 }),
    );
    const refused = await codeOf(by(lab)({ name: "submit", id: "one-too-many", backoff: 0 }));
    await Promise.all(submitted);
    expect([refused, lab.news.counts.ready]).toEqual(["BUSY", 50_000]);
    expect(await codeOf(by(lab)({ name: "submit", id: "one-too-many", backoff: 0 }))).toBeUndefined();
  }, 30_000);

  test("[D1] what was answered is there after a new start", async ({ open }) => {
    const lab = await open();
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 5 });
    await give({ name: "submit", id: "b", backoff: 5, after: ["a"] });
    const claim = await give({ name: "claim" });
    await lab.close();
    const page = await (await open()).read({ name: "page", id: "a" });
    expect([claim, page.job, page.dependents]).toMatchObject([
      { id: "a", token: 1, attempt: 1 },
      { state: "claimed", token: 1, claimedBy: "ada", attempts: 1 },
      [{ id: "b", state: "blocked" }],
    ]);
  });

  test("[D1] commands that arrive together are all answered, and a refused one costs its neighbours nothing", async ({
    open,
  }) => {
    const lab = await open();
    const give = by(lab);
    const ids = Array.from({ length: 300 }, (_, n) => `j${String(n % 200)}`);
    const answers = await Promise.all(ids.map((id) => codeOf(give({ name: "submit", id, backoff: 0 }))));
    expect(answers.filter((code) => code === "DUPLICATE_JOB")).toHaveLength(100);
    expect(lab.news.counts.ready).toBe(200);
  });

  test("[D1] whoever reads sees what is committed, and is told of it", async ({ open, file }) => {
    const lab = await open();
    const seen: unknown[] = [];
    const other = new Database(file, { readonly: true });
    lab.onChange(() =>
      seen.push([lab.news.counts.ready, other.prepare("SELECT count(*) FROM job").pluck().get()]),
    );
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    other.close();
    expect(seen).toEqual([[1, 1]]);
  });

  test("[D3] a write that fails is STORAGE_FAILED, leaves nothing behind, and the lab goes on when it can", async ({
    open,
    file,
  }) => {
    const lab = await open();
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0 });
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    const failed = await codeOf(give({ name: "submit", id: "b", backoff: 0 }));
    const trouble = lab.news.trouble;
    other.exec("ROLLBACK");
    other.close();
    expect([failed, trouble]).toEqual(["STORAGE_FAILED", expect.stringMatching(/^Nothing can be stored: /)]);
    expect(await give({ name: "submit", id: "b", backoff: 0 })).toBeNull();
    expect([lab.news.trouble, lab.news.counts.ready]).toEqual([null, 2]);
  });

  test("commands that no type has checked are refused, and cost their neighbours nothing", async ({
    open,
  }) => {
    const lab = await open();
    const give = by(lab);
    const answers = await Promise.all([
      codeOf(give({ name: "submit", id: "a", backoff: 0 })),
      codeOf(give({ name: "submitMany", jobs: [, { id: "q", backoff: 0 }] as never })),
      codeOf(give({ name: "submit", id: "c", backoff: 0, after: [, "a"] as never })),
      codeOf(give({ name: "juggle" } as never)),
      codeOf(by(lab, "")({ name: "claim" })),
      codeOf(give({ name: "submit", id: "b", backoff: 0 })),
    ]);
    const invalid = "INVALID_ARGUMENT";
    expect(answers).toEqual([undefined, invalid, invalid, invalid, invalid, undefined]);
  });

  test("whoever waits for a thread that dies is told so, closing still works, and the file is whole", async ({
    open,
  }) => {
    const lab = await open({ workerFile: new URL("dying-worker.ts", import.meta.url) });
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const waiting = [
      codeOf(by(lab)({ name: "submit", id: "die", backoff: 0 })),
      codeOf(by(lab)({ name: "claim" })),
    ];
    expect(await Promise.all(waiting)).toEqual(["STORAGE_FAILED", "STORAGE_FAILED"]);
    expect(lab.news.trouble).toMatch(/^The engine has stopped: .* Start the app again\.$/);
    await Promise.all([lab.close(), lab.close()]);
    expect((await open()).news.counts.ready).toBe(1);
  });

  test("a closed lab refuses in words", async ({ open }) => {
    const lab = await open();
    await lab.close();
    expect(await codeOf(by(lab)({ name: "claim" }))).toBe("STORAGE_FAILED");
  });
});

describe("T: the engine's own clock", () => {
  test("[T6] a job whose backoff is over becomes ready by itself, and listeners are told", async ({
    open,
  }) => {
    const lab = await open({ maxFailures: 2 });
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 30 });
    await give({ name: "claim" });
    await give({ name: "reportFailure", id: "a" });
    const before = lab.news.counts;
    await until(lab, () => lab.news.counts.ready === 1);
    expect([before.waiting, lab.news.counts.waiting]).toEqual([1, 0]);
  });

  test("[T5] a stop uses up no backoff", async ({ open }) => {
    const first = await open({ maxFailures: 2 });
    await by(first)({ name: "submit", id: "a", backoff: 60_000 });
    await by(first)({ name: "claim" });
    await by(first)({ name: "reportFailure", id: "a" });
    await first.close();
    const second = await open();
    const job = await second.read({ name: "job", id: "a" });
    const left = job.state === "waiting" ? job.eligibleAt - Date.now() : 0;
    expect(left).toBeGreaterThan(50_000);
  });
});

describe("what is kept of each job", () => {
  test("[F4] reasons and who gave them stand in the history, newest first", async ({ open }) => {
    const lab = await open({ maxFailures: 2 });
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    for (const reason of ["tip rack empty", "clot in C7"]) {
      await by(lab, "tecan-2")({ name: "claim" });
      await by(lab, "tecan-2")({ name: "reportFailure", id: "a" }, reason);
    }
    await by(lab)({ name: "redrive", id: "a" }, "racks refilled");
    const { job, history } = await lab.read({ name: "page", id: "a" });
    expect(
      history.map(({ kind, actor, reason, attempt, delay }) => [kind, actor, reason, attempt, delay]),
    ).toEqual([
      ["redriven", "ada", "racks refilled", null, null],
      ["quarantined", "tecan-2", "clot in C7", null, null],
      ["failed", "tecan-2", "clot in C7", 2, null],
      ["claimed", "tecan-2", null, 2, null],
      ["failed", "tecan-2", "tip rack empty", 1, 0],
      ["claimed", "tecan-2", null, 1, null],
      ["submitted", "ada", null, null, null],
    ]);
    expect([job.failures, job.attempts, job.lastReason, job.lastFailedOn]).toEqual([
      0,
      2,
      "clot in C7",
      "tecan-2",
    ]);
  });
});
