import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { by, test, until } from "./durable-test.ts";

describe("L: leases, by the engine's own clock", () => {
  test("[L3] [L6] [T6] a lease that nobody extends expires by itself; it is stored, and told", async ({
    open,
    file,
  }) => {
    const lab = await open({ lease: 30 });
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const claim = await by(lab, "tecan-1")({ name: "claim" });
    const other = new Database(file, { readonly: true });
    const stored = other.prepare("SELECT phase, held FROM job").raw();
    const seen: unknown[] = [];
    lab.onChange(() => seen.push([lab.news.counts.held, stored.get()]));
    await until(lab, () => lab.news.counts.held === 1);
    expect(seen).toEqual([[1, ["open", 1]]]);
    const { job, history } = await lab.read({ name: "page", id: "a" });
    expect(job).toMatchObject({
      state: "held",
      hold: { by: null, reason: expect.stringMatching(/Look at the plate/) as string },
      failures: 1,
      lastReason: "Its robot went silent",
      lastFailedOn: "tecan-1",
    });
    expect(history.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["held", "lab"],
      ["expired", "lab"],
      ["claimed", "tecan-1"],
      ["submitted", "ada"],
    ]);
    const expired = other.prepare("SELECT clock, reason FROM event WHERE kind = 'expired'").raw().get();
    expect(expired).toEqual([claim?.deadline, null]);
    other.close();
  });

  test("[L6] a job that is to be retried can be claimed again without anybody's look", async ({ open }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0, onExpiry: "retry" });
    await by(lab)({ name: "claim", lease: 20 });
    await until(lab, () => lab.news.counts.ready === 1);
    expect(await by(lab)({ name: "claim", lease: 20 })).toMatchObject({ id: "a", attempt: 2, token: 2 });
  });

  test("[Q1] expiries quarantine a job that has none left, and what depends on it", async ({ open }) => {
    const lab = await open({ maxFailures: 1 });
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0 });
    await give({ name: "submit", id: "b", backoff: 0, after: ["a"] });
    await give({ name: "claim", lease: 20 });
    await until(lab, () => lab.news.counts.quarantined === 2);
    const { entries } = await lab.read({ name: "quarantine" });
    expect(entries.map(({ job, stopped }) => [job.id, job.lastReason, stopped.length])).toEqual([
      ["a", "Its robot went silent", 1],
    ]);
  });

  test("[L2] heartbeats are stored, and no news in a job's history", async ({ open, file }) => {
    const lab = await open();
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0 });
    const claim = await give({ name: "claim", lease: 600_000 });
    let deadline = claim?.deadline ?? 0;
    // Time goes on between them: the deadline moves sooner or later.
    while (deadline === claim?.deadline) {
      deadline = (await give({ name: "heartbeat", id: "a", token: claim.token })) ?? 0;
    }
    const { job, history, historyTotal } = await lab.read({ name: "page", id: "a" });
    expect([history.map(({ kind }) => kind), historyTotal]).toEqual([["claimed", "submitted"], 2]);
    expect(job).toMatchObject({ state: "claimed", deadline: expect.any(Number) as number });
    await lab.close();
    const db = new Database(file, { readonly: true });
    expect(db.prepare("SELECT deadline FROM event WHERE kind = 'extended'").pluck().all()).toEqual([
      deadline,
    ]);
    expect(db.prepare("SELECT deadline FROM job").pluck().get()).toBe(deadline);
    db.close();
  });

  test("[T5] [L1] a stop uses up no lease", async ({ open }) => {
    const first = await open({ lease: 60_000 });
    await by(first)({ name: "submit", id: "a", backoff: 0 });
    await by(first)({ name: "claim" });
    await first.close();
    const job = await (await open()).read({ name: "job", id: "a" });
    const left = job.state === "claimed" ? (job.deadline ?? 0) - Date.now() : 0;
    expect(left).toBeGreaterThan(50_000);
  });

  test("a replay expires nothing by itself, and retries what the trace lets expire", async ({ open }) => {
    const lab = await open({ lease: 0, replay: true });
    await lab.perform({ name: "submit", id: "a", backoff: 0 }, { actor: "trace", now: 5 });
    await lab.perform({ name: "claim" }, { actor: "trace", now: 5 });
    expect(await lab.read({ name: "job", id: "a" })).toMatchObject({ state: "claimed" });
    expect(await lab.perform({ name: "status", id: "a" }, { actor: "trace", now: 5 })).toBe("ready");
    expect(await lab.read({ name: "job", id: "a" })).toMatchObject({ state: "ready", hold: null });
  });
});
