import { existsSync } from "node:fs";
import { describe, expect } from "vitest";
import { DurableLab, Rejected } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

/** The field at fault; throws what is no refusal of an argument. */
const faultOf = (answer: Promise<unknown>): Promise<string | undefined> =>
  answer.then(
    () => "none",
    (error: unknown) => {
      if (error instanceof Rejected && error.code === "INVALID_ARGUMENT") return error.field;
      throw error;
    },
  );

describe("bad arguments are told as such, and cost nobody else anything", () => {
  test("[T1] a command or an order that can't be meant names its field", async ({ open }) => {
    const lab = await open();
    const submit = { name: "submit", id: "a", backoff: 0 } as const;
    const faults = await Promise.all([
      faultOf(lab.perform(null as never, { actor: "ann" })),
      faultOf(lab.perform({ name: "juggle" } as never, { actor: "ann" })),
      faultOf(lab.perform(submit, null as never)),
      faultOf(lab.perform(submit, { actor: "" })),
      faultOf(lab.perform(submit, { actor: {} as never })),
      faultOf(lab.perform(submit, { actor: "ann", reason: {} as never })),
      faultOf(lab.perform({ ...submit, payload: () => 1 }, { actor: "ann" })),
    ]);
    expect([faults, lab.news.trouble, lab.news.counts.ready]).toEqual([
      ["command", "name", "actor", "actor", "actor", "reason", "command"],
      null,
      0,
    ]);
  });

  test("[D4] [D5] half a character in who orders, why, or under which id is told by its field", async ({
    open,
  }) => {
    const lab = await open();
    const half = "x\ud83d";
    const orders = [{ actor: half }, { actor: "ann", reason: half }, { actor: "ann", requestId: half }];
    const faults = orders.map((order) => faultOf(lab.perform({ name: "pause" }, order)));
    expect([await Promise.all(faults), lab.news.paused]).toEqual([["actor", "reason", "requestId"], false]);
  });

  test.for(["", "x".repeat(201), 7])("[D5] a request id can't be %j", async (requestId, { open }) => {
    const lab = await open();
    const order = { actor: "ann", requestId: requestId as string };
    expect(await faultOf(lab.perform({ name: "pause" }, order))).toBe("requestId");
  });

  test("[S4] a payload nested too deep is refused, and a job sent along with it is taken", async ({
    open,
  }) => {
    const lab = await open();
    const payload = JSON.parse("[".repeat(1_500) + "]".repeat(1_500)) as unknown;
    const answers = await Promise.all([
      faultOf(lab.perform({ name: "submit", id: "a", backoff: 0, payload }, { actor: "ann" })),
      faultOf(lab.perform({ name: "submit", id: "b", backoff: 0 }, { actor: "ann" })),
    ]);
    expect(answers).toEqual(["payload", "none"]);
  });

  test("[D6] settings that can't be meant make no file", async ({ file }) => {
    const faults = await Promise.all(
      [{ maxFailures: 0 }, { lease: -1 }, { retryPosition: "x" as never }].map((settings) =>
        faultOf(DurableLab.open({ file, ...settings })),
      ),
    );
    expect([faults, existsSync(file)]).toEqual([["maxFailures", "lease", "retryPosition"], false]);
  });

  test("[S5] jobs that name later ones of their call are stored as fast as others", async ({ open }) => {
    const lab = await open();
    const jobs = Array.from({ length: 20_000 }, (_, n) => ({
      id: `j${n}`,
      backoff: 0,
      after: n < 19_999 ? [`j${n + 1}`] : [],
    }));
    await by(lab)({ name: "submitMany", jobs });
    expect(lab.news.counts).toMatchObject({ ready: 1, blocked: 19_999 });
  });
});
