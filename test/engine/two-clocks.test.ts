import { describe, expect, test } from "vitest";
import { checkInvariants, type Change } from "../../engine/index.ts";
import { claimAll, failJob, newLab, refusalOf } from "../factories.ts";

/** A lab whose wall clock shows `wall.shows`, whatever the running time is. */
function labWithWallClock(shows: number) {
  const wall = { shows };
  const changes: Change[] = [];
  const lab = newLab(9, { wallClock: () => wall.shows, onChange: (change) => changes.push(change) });
  return { lab, wall, due: () => changes.filter(({ kind }) => kind === "due").length };
}

describe("T5: running time and the wall clock", () => {
  test("[T5] an earliest start counts on the wall clock, whatever the running time", () => {
    const { lab, wall } = labWithWallClock(1_000);
    lab.submit("a", 1, 0, null, { notBefore: 1_500 });
    const before = [lab.status("a", 9_999), lab.nextEventAt, lab.nextStartAt];
    wall.shows = 1_500;
    expect([before, claimAll(lab, 9_999)]).toEqual([["waiting", undefined, 1_500], ["a"]]);
  });

  test("[T5] backoffs and leases count running time, whatever the wall clock does", () => {
    const { lab, wall } = labWithWallClock(1_000);
    for (const id of ["a", "b"]) lab.submit(id, 10, 0);
    failJob(lab, "a", 5);
    lab.claim(5, { lease: 20 });
    wall.shows = 86_400_000;
    expect([lab.status("a", 14), lab.status("b", 24), lab.nextEventAt]).toEqual(["waiting", "claimed", 25]);
  });

  test("[T5] what was reached is dropped: a wall clock that goes back makes nothing wait again", () => {
    const { lab, wall, due } = labWithWallClock(1_000);
    lab.submit("a", 1, 0, null, { notBefore: 1_500 });
    wall.shows = 2_000;
    lab.advance(1);
    wall.shows = 1_000;
    expect([lab.status("a", 2), due(), lab.nextStartAt]).toEqual(["ready", 1, undefined]);
  });

  test("[T5] a job submitted after the wall clock went back waits by the clock as it is then", () => {
    const { lab, wall } = labWithWallClock(90_000);
    lab.advance(1);
    wall.shows = 1_000;
    lab.submit("a", 1, 2, null, { notBefore: 2_000 });
    expect(lab.state("a")).toBe("waiting");
  });

  test.each(["blocked", "held", "quarantined"])("[T5] it is dropped while the job is %s, too", (state) => {
    const { lab, wall } = labWithWallClock(1_000);
    lab.submit("first", 1, 0, null, { maxFailures: 1 });
    const after = state === "held" ? [] : ["first"];
    lab.submit("a", 1, 0, after, { notBefore: 1_500 });
    if (state === "held") lab.hold("a", 0);
    if (state === "quarantined") failJob(lab, "first");
    wall.shows = 1_500;
    const then = lab.status("a", 1);
    wall.shows = 1_000;
    if (state === "held") lab.unhold("a", 2);
    else lab.completeByHand("first", 2);
    expect([then, lab.state("a"), checkInvariants(lab)]).toEqual([state, "ready", []]);
  });

  test("[T5] a job that ended before its earliest start is left alone when that comes", () => {
    const { lab, wall, due } = labWithWallClock(1_000);
    lab.submit("a", 1, 0, null, { notBefore: 1_500 });
    lab.cancel("a", 0);
    wall.shows = 1_500;
    lab.advance(1);
    expect([due(), lab.state("a"), lab.counts.waiting]).toEqual([0, "cancelled", 0]);
  });

  test("[O6] it is explained by the clock that makes it wait longest", () => {
    const { lab, wall } = labWithWallClock(1_000);
    lab.submit("a", 1, 0, null, { notBefore: 1_500 });
    const { sentence } = lab.explain("a", 10);
    wall.shows = 1_600;
    failJob(lab, "a", 10);
    expect([sentence, lab.explain("a", 10)]).toMatchObject([
      "a may not start before 1500.",
      { state: "waiting", until: 11, by: "running" },
    ]);
  });

  test("[S4] a refused call names a start that is no instant", () => {
    const { lab } = labWithWallClock(0);
    expect(refusalOf(() => lab.submit("a", 1, 0, null, { notBefore: -1 }))?.field).toBe("notBefore");
  });
});
