/** A served lab, seen from outside: what it has answered is known here, whatever becomes of it. */

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import {
  DatabaseRefused,
  Rejected,
  type Command,
  type CommandName,
  type DurableOptions,
  type Reading,
  type ReadingName,
  type Readings,
  type ResultOf,
} from "../../../engine/index.ts";
import type { Answer, Ask, Look } from "./asks.ts";

export interface Launch {
  /** The project, or a copy of it. */
  readonly root: string;
  /** Programs that start the process in their turn, with their arguments. */
  readonly within?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Of Node itself. */
  readonly flags?: readonly string[];
}

/** The process has ended: nobody will answer. */
export class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

type WithoutNumber<T> = T extends unknown ? Omit<T, "number"> : never;

/** A lab that doesn't answer for so long is stuck. */
const PATIENCE = 120_000;

const running = new Set<LabProcess>();
// One that is stopped doesn't notice that its input has ended.
process.once("exit", () => {
  for (const lab of running) lab.kill("SIGKILL");
});

export class LabProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #pending = new Map<number, Pending>();
  readonly #said: string[] = [];
  #asked = 0;
  /** The signal that ended it, or its exit code. */
  readonly ended: Promise<string | number>;
  #hasEnded = false;

  constructor({ root, within = [], env = {}, flags = [] }: Launch) {
    const script = path.join(root, "test", "faults", "harness", "served-lab.ts");
    const words = [...within, process.execPath, ...flags, script];
    this.#child = spawn(words[0] ?? process.execPath, words.slice(1), {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    // Its end breaks the pipe, which is told by `ended`.
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => this.#said.push(text));
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#hear(line));
    const failed = once(this.#child, "error").then(([error]) => String(error));
    // "close" comes when all that it had said is heard.
    const closed = once(this.#child, "close").then(
      ([code, signal]) => (signal as string | null) ?? (code as number),
    );
    this.ended = Promise.race([failed, closed]);
    running.add(this);
    void this.ended.then((how) => this.#end(how));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** How many questions there have been: answers have these numbers, from 1. */
  get asked(): number {
    return this.#asked;
  }

  get stderr(): string {
    return this.#said.join("");
  }

  open(options: DurableOptions): Promise<Look> {
    return this.#ask({ to: "open", options });
  }

  /** @throws Rejected as the lab does, ProcessEnded */
  perform<N extends CommandName>(
    command: Command<N>,
    actor = "ada",
    requestId?: string,
  ): Promise<ResultOf<N>> {
    return this.#ask({ to: "perform", command: command as Command, order: { actor, requestId } });
  }

  read<N extends ReadingName>(reading: Reading<N>): Promise<Readings[N]["gives"]> {
    return this.#ask({ to: "read", reading: reading as Reading });
  }

  look(): Promise<Look> {
    return this.#ask({ to: "look" });
  }

  close(): Promise<void> {
    return this.#ask({ to: "close" });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it without further ado, as its input ends; gives how it ended. */
  async leave(): Promise<string | number> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.kill("SIGKILL"), PATIENCE);
    const how = await this.ended;
    clearTimeout(late);
    return how;
  }

  #ask<T>(ask: WithoutNumber<Ask>): Promise<T> {
    this.#asked += 1;
    if (this.#hasEnded) return Promise.reject(new ProcessEnded("it had ended before"));
    const number = this.#asked;
    this.#child.stdin.write(`${JSON.stringify({ ...ask, number })}\n`);
    return new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`The lab has not answered for ${PATIENCE / 1000} s: ${JSON.stringify(ask)}`));
        this.kill("SIGKILL");
      }, PATIENCE);
      this.#pending.set(number, {
        resolve: (value) => {
          clearTimeout(late);
          resolve(value);
        },
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      });
    });
  }

  #hear(line: string): void {
    // The last line may have been cut by a kill: then its answer wasn't heard.
    if (!line.endsWith("}")) return;
    let answer: Answer;
    try {
      answer = JSON.parse(line) as Answer;
    } catch {
      return;
    }
    const pending = this.#pending.get(answer.number);
    this.#pending.delete(answer.number);
    if ("rejection" in answer) pending?.reject(new Rejected(answer.rejection));
    else if ("refused" in answer) pending?.reject(new DatabaseRefused(answer.refused));
    else pending?.resolve(answer.value as never);
  }

  #end(how: string | number): void {
    this.#hasEnded = true;
    running.delete(this);
    const failure = new ProcessEnded(`the lab's process has ended with ${how}: ${this.stderr.slice(-2_000)}`);
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
  }
}
