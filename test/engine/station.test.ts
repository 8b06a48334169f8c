import { describe, expect, test } from "vitest";
import { claimAll, newLab, refusalOf } from "../factories.ts";

describe("S4: a job for one station only", () => {
  test("[S4] it is given to that station, and to nobody else", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { station: "robot-2" });
    const others = [
      claimAll(lab, 0),
      claimAll(lab, 0, { station: "robot-1" }),
      claimAll(lab, 0, { capabilities: [] }),
    ];
    expect([others, claimAll(lab, 0, { station: "robot-2" })]).toEqual([[[], [], []], ["a"]]);
  });

  test("[S4] a job of another station, first in the line, keeps no station from its own", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { station: "robot-1" });
    lab.submit("b", 1, 0, null, { station: "robot-2" });
    expect([claimAll(lab, 0, { station: "robot-2" }), claimAll(lab, 0, { station: "robot-1" })]).toEqual([
      ["b"],
      ["a"],
    ]);
  });

  test("[C2] that station still has to have what the job requires", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { station: "robot-2", requires: "gripper" });
    const without = claimAll(lab, 0, { station: "robot-2", capabilities: ["heater"] });
    expect([without, claimAll(lab, 0, { station: "robot-2", capabilities: ["gripper"] })]).toEqual([
      [],
      ["a"],
    ]);
  });

  test("[C1] jobs for a station and jobs for all go in one line", () => {
    const lab = newLab();
    lab.submit("a", 1, 0);
    lab.submit("b", 1, 0, null, { station: "robot-2" });
    lab.submit("c", 1, 0, null, { requires: "gripper" });
    lab.submit("d", 1, 0, null, { station: "robot-1" });
    expect(claimAll(lab, 0, { station: "robot-2" })).toEqual(["a", "b", "c"]);
  });

  test("[O6] it says for whom it waits", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { station: "robot-2" });
    expect(lab.explain("a", 0)).toMatchObject({
      station: "robot-2",
      sentence: "a is ready: it waits for robot-2, which alone may be given it.",
    });
  });

  test.each([
    ["station", ""],
    ["station", 7],
    ["expectedMs", -1],
    ["useBy", 1.5],
  ])("[T1] a bad %s (%j) is refused", (field, bad) => {
    const lab = newLab();
    expect(refusalOf(() => lab.submit("a", 1, 0, null, { [field]: bad }))).toMatchObject({
      code: "INVALID_ARGUMENT",
      field,
    });
  });

  test("[T1] a claim names its station by a text", () => {
    const lab = newLab();
    expect(refusalOf(() => lab.claim(0, { station: "" }))?.field).toBe("station");
  });
});
