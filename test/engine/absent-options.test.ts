import { describe, expect, test } from "vitest";
import { factsOf, labWith, newLab } from "../factories.ts";

describe("T1: what is absent", () => {
  const nulls = {
    priority: null,
    requires: null,
    notBefore: null,
    maxFailures: null,
    backoffFactor: null,
    backoffMax: null,
    jitter: null,
    onExpiry: null,
    payload: null,
    labels: null,
  };

  test("[T1] a submission whose options are null is one without options", () => {
    const [plain, withNulls] = [newLab(), newLab()];
    plain.submit("a", 1, 0);
    withNulls.submit("a", 1, 0, null, nulls);
    expect(factsOf(withNulls)).toEqual(factsOf(plain));
  });

  test("[T1] many submissions and a claim whose options are null are those without", () => {
    const [plain, withNulls] = [newLab(), newLab()];
    plain.submitMany([{ id: "a", backoff: 1 }], 0);
    withNulls.submitMany([{ id: "a", backoff: 1, after: null, ...nulls }], 0);
    expect([withNulls.claim(0, null), factsOf(withNulls)]).toEqual([plain.claim(0), factsOf(plain)]);
  });

  test("[T1] a claim with null capabilities and a null lease is one without", () => {
    const lab = newLab(2, { lease: 4 });
    lab.submit("a", 1, 0, null, { requires: "sequencing" });
    expect(lab.claim(1, { capabilities: null, lease: null })).toMatchObject({ id: "a", deadline: 5 });
  });

  test("[T1] a token, revisions and a flag that are null are absent", () => {
    const lab = labWith({ a: [], b: [] });
    lab.claim(0);
    lab.complete("a", 0, null);
    lab.operate({ name: "setPrerequisites", id: "b", after: null, seen: null }, 0);
    lab.operate({ name: "cancel", id: "b", withDependents: null }, 0);
    expect([lab.state("a"), lab.state("b")]).toEqual(["completed", "cancelled"]);
  });

  test("[T1] an explanation and a preview with null in place of an option are those without", () => {
    const lab = labWith({ a: [] });
    const command = { name: "hold", id: "a" } as const;
    expect([lab.explain("a", 0, null), lab.preview(command, 0, null)]).toEqual([
      lab.explain("a", 0),
      lab.preview(command, 0),
    ]);
  });

  test("[T1] an actor and a reason that are null are absent", () => {
    const lab = labWith({ a: [] });
    lab.hold("a", 0, { actor: null, reason: null });
    expect(lab.inner.jobs.get("a")?.hold).toEqual({ by: null, reason: null });
  });

  test("[T1] a signature that is null as a whole is none", () => {
    const lab = labWith({ a: [] });
    lab.hold("a", 0, null);
    expect(lab.state("a")).toBe("held");
  });

  test("[T1] a cancellation whose options are null as a whole is one without", () => {
    const lab = labWith({ a: [] });
    expect(lab.cancel("a", 0, null)).toEqual(["a"]);
  });

  test("[T1] a dispatcher whose options are null has the defaults", () => {
    const lab = newLab(2, { lease: null, retryPosition: null, onExpiry: null });
    lab.submit("a", 1, 0);
    expect(lab.claim(0)?.deadline).toBeNull();
  });
});
