import { expect, test } from "vitest";
import { codeOf, newLab } from "../factories.ts";

test("[F1] [F3] [Q2] three jobs: a failed one waits, goes ahead of later ones, and ends in quarantine", () => {
  const lab = newLab(2);
  for (const [id, backoff, now] of [
    ["a", 5, 0],
    ["b", 3, 1],
    ["c", 10, 2],
  ] as const)
    lab.submit(id, backoff, now);
  const first = [lab.claim(3)?.id, lab.claim(3)?.id];
  lab.reportFailure("a", 4);
  const second = lab.claim(5)?.id;
  lab.reportFailure("b", 6);
  const third = [lab.claim(8)?.id, lab.claim(9)?.id];
  lab.reportFailure("a", 10);
  const fourth = lab.claim(10)?.id;
  expect([first, second, third, fourth, lab.quarantined(), codeOf(() => lab.submit("a", 1, 11))]).toEqual([
    ["a", "b"],
    "c",
    [undefined, "a"],
    "b",
    ["a"],
    "DUPLICATE_JOB",
  ]);
});

test("[Q1] [R2] extract, amplify, label, sequence: a quarantine, a job that comes late to it, and the redrive", () => {
  const lab = newLab(2);
  lab.submit("extract", 2, 0);
  lab.submit("amplify", 2, 0, ["extract"]);
  lab.submit("label", 2, 0, ["extract"]);
  lab.submit("sequence", 1, 0, ["amplify"]);
  lab.claim(1);
  lab.complete("extract", 2);
  lab.claim(2);
  lab.claim(2);
  lab.reportFailure("amplify", 3);
  lab.claim(5);
  lab.reportFailure("amplify", 6);
  lab.complete("label", 7);
  lab.submit("late", 1, 9, ["sequence"]);
  const stopped = lab.quarantined();
  const letGo = lab.redrive("amplify", 10);
  const order: (string | undefined)[] = [];
  for (let claim = lab.claim(11); claim; claim = lab.claim(11)) {
    order.push(claim.id);
    lab.complete(claim.id, 11, claim.token);
  }
  expect([stopped, letGo, order]).toEqual([
    ["amplify", "sequence", "late"],
    ["amplify", "sequence", "late"],
    ["amplify", "sequence", "late"],
  ]);
});
