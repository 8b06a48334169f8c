/** With a new start after each call the answers are the same: nothing that a rule needs is kept in memory only. */

import fc from "fast-check";
import { expect } from "vitest";
import { LabDispatcher, perform, Rejected, type Command } from "../../engine/index.ts";
import { commandOf, histories, type History } from "../model/histories.ts";
import { Desk } from "./desk.ts";
import { test } from "./durable-test.ts";
import { givenTime, labWithoutChance, settingsOf } from "./new-start.ts";

const TRACES = 8;

type Call = readonly [command: Command, now: number];

/** What the calls of a history are, whoever makes them. */
function callsOf({ steps, ...settings }: History): Call[] {
  const model = labWithoutChance(settings);
  return steps.map((step) => {
    const call: Call = [commandOf(step, model), givenTime(step, model)];
    model.perform(...call);
    return call;
  });
}

function inMemory(history: History, calls: readonly Call[]): unknown[] {
  const lab = new LabDispatcher(settingsOf(history));
  return calls.map(([command, now]) => {
    try {
      return perform(lab, command, now);
    } catch (error) {
      if (error instanceof Rejected) return error.code;
      throw error;
    }
  });
}

/** `killed`: the engine has no time to store anything when it ends. */
function restarting(file: string, history: History, calls: readonly Call[]): unknown[] {
  const desk = new Desk(file, { replay: true, ...settingsOf(history) });
  const answers = calls.map(([command, now], index) => {
    const answer = desk.give(command, { now });
    desk.restart({ killed: index % 2 === 0 });
    return answer;
  });
  desk.close();
  return answers;
}

test(
  "[D1] [D2] a new start or a kill after each call changes no answer",
  { timeout: 120_000 },
  ({ folder }) => {
    const traces = fc.sample(histories(40), { numRuns: TRACES, seed: 20_261_202 });
    const all: unknown[] = [];
    for (const [index, history] of traces.entries()) {
      const calls = callsOf(history);
      const wanted = inMemory(history, calls);
      expect(restarting(`${folder}/${String(index)}.db`, history, calls)).toEqual(wanted);
      all.push(...wanted);
    }
    // Much was asked, and refusals of many kinds were among the answers.
    const codes = new Set(all.filter((answer) => /^[A-Z_]+$/.test(String(answer))));
    expect(all.length).toBeGreaterThan(TRACES * 15);
    expect(codes.size).toBeGreaterThan(6);
  },
);
