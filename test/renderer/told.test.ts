import { describe, expect, test } from "vitest";
import { keyOf, toldOf } from "../../renderer/frame/told.ts";
import { at, NOW } from "./factories.ts";

const DAY = 86_400_000;
const nothing = { trouble: null, loss: null, notices: [] };
const notice = (text: string, when = at(14, 0)) => ({ at: when, text });
const textsOf = (told: ReturnType<typeof toldOf>) => told.notices.map(({ text }) => text);

describe("what is told quietly", () => {
  test("of the notices of the last day the newest three, the latest first, and how many more there are", () => {
    const notices = [notice("old", NOW - DAY), ...["a", "b", "c", "d", "e"].map((text) => notice(text))];
    const told = toldOf({ ...nothing, notices }, new Set(), NOW);
    expect([textsOf(told), told.more]).toEqual([["e", "d", "c"], 2]);
  });

  test("[T5] a notice from before the clock was put back has not become old, nor one to come", () => {
    const told = toldOf({ ...nothing, notices: [notice("jump", NOW + DAY)] }, new Set(), NOW);
    expect(textsOf(told)).toEqual(["jump"]);
  });

  test("[D3] what the banner of the trouble says is not said twice, but again when it is over", () => {
    const notices = [notice("Nothing can be stored: full.")];
    const during = toldOf({ ...nothing, trouble: "Nothing can be stored: full.", notices }, new Set(), NOW);
    const after = toldOf({ ...nothing, notices }, new Set(), NOW);
    expect([textsOf(during), textsOf(after)]).toEqual([[], ["Nothing can be stored: full."]]);
  });

  test("dismissed are all that there were, shown or not; the next one is told", () => {
    const notices = ["a", "b", "c", "d"].map((text) => notice(text));
    const dismissed = new Set(toldOf({ ...nothing, notices }, new Set(), NOW).keys);
    const told = toldOf({ ...nothing, notices: [...notices, notice("e", at(13, 0))] }, dismissed, NOW);
    expect([textsOf(told), told.more, told.keys]).toEqual([["e"], 0, [keyOf(notice("e", at(13, 0)))]]);
  });

  test("[D4] a loss, until it is dismissed; the notices stay", () => {
    const status = { ...nothing, loss: "1 change is missing.", notices: [notice("a")] };
    const dismissed = toldOf(status, new Set(["1 change is missing."]), NOW);
    expect(toldOf(status, new Set(), NOW).loss).toBe("1 change is missing.");
    expect([dismissed.loss, textsOf(dismissed)]).toEqual([null, ["a"]]);
  });
});
