/** Reads what strace recorded: what a process did to the files of a folder and said, in order. */

import { readFileSync } from "node:fs";
import path from "node:path";

export type Deed =
  | { readonly kind: "write"; readonly file: string; readonly offset: number; readonly data: Buffer }
  | { readonly kind: "truncate"; readonly file: string; readonly length: number }
  | { readonly kind: "sync"; readonly file: string; readonly failed: boolean }
  | { readonly kind: "make"; readonly file: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "remove"; readonly file: string }
  /** On its standard output: from here on somebody may know. */
  | { readonly kind: "say"; readonly text: string };

/**
 * What happened in `folder`; files elsewhere are left out, and so is the reserve, which holds nothing but room. A file is
 * named by its path there, the folder itself "".
 */
export function deedsIn(log: string, folder: string): Deed[] {
  const reader = new Reader(folder);
  return [...callsOf(readFileSync(log, "latin1"))].flatMap((call) => reader.deedsOf(call));
}

interface Call {
  readonly name: string;
  readonly args: string;
  /** Absent for a call that has begun: it may have done all, or nothing. */
  readonly gave?: string;
}

/** One after the other as they ended, but for what is said, which counts from when it began. */
function* callsOf(text: string): Generator<Call> {
  const begun = new Map<string, Call>();
  for (const line of text.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, name, args = ""] = /^(\w+)\((.*)$/.exec(rest) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    if (name !== undefined) {
      const unfinished = / ?<unfinished \.\.\.>$/.exec(args);
      const whole = splitResult(args);
      if (unfinished === null) yield { name, args: whole.args, gave: whole.gave };
      else if (name === "write") yield { name, args: args.slice(0, unfinished.index) };
      else begun.set(thread, { name, args: args.slice(0, unfinished.index) });
    } else if (resumed) {
      const call = begun.get(thread);
      begun.delete(thread);
      const { args: more, gave } = splitResult(resumed[2] ?? "");
      if (call) yield { name: call.name, args: call.args + more, gave };
    }
  }
  // Those in which it was stopped.
  yield* begun.values();
}

function splitResult(text: string): { args: string; gave: string } {
  const end = text.lastIndexOf(") ");
  return end < 0
    ? { args: text, gave: "" }
    : { args: text.slice(0, end), gave: text.slice(end + 2).replace(/^ *= /, "") };
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");

const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;
const FILE = /^(-?\w+)<([^>]*)>/;
const LEFT_OUT = /\.reserve(\.unfinished)?$/;

class Reader {
  readonly #folder: string;
  /** Where the next write of an open file goes that doesn't say where. */
  readonly #positions = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  deedsOf({ name, args, gave }: Call): Deed[] {
    const hasFailed = gave?.startsWith("-1") === true;
    const strings = [...args.matchAll(STRING)].map(([, hex = ""]) => decode(hex));
    const [, descriptor = "", opened] = FILE.exec(args) ?? [];
    const file = this.#pathOf(opened);
    if (name === "write" && descriptor === "1" && strings[0]) {
      return [{ kind: "say", text: strings[0].toString() }];
    }
    if (name === "fsync" || name === "fdatasync") {
      // One that hasn't ended promises nothing.
      return file === undefined || gave === undefined ? [] : [{ kind: "sync", file, failed: hasFailed }];
    }
    if (hasFailed) return [];
    const [first, second] = strings.map((each) => this.#pathOf(each.toString()));
    if (name === "openat") return this.#opening(first, args, gave);
    if (name === "rename")
      return first === undefined || second === undefined ? [] : [{ kind: "rename", from: first, to: second }];
    if (name === "unlink") return first === undefined ? [] : [{ kind: "remove", file: first }];
    if (file === undefined) return [];
    const last = Number(args.slice(args.lastIndexOf(",") + 1));
    if (name === "ftruncate") return [{ kind: "truncate", file, length: last }];
    const [data] = strings;
    if (data === undefined || args.includes('"...'))
      throw new Error(`a write to ${file} that was not recorded whole`);
    if (name === "pwrite64") return [{ kind: "write", file, offset: last, data }];
    const offset = this.#positions.get(descriptor) ?? 0;
    this.#positions.set(descriptor, offset + data.length);
    return [{ kind: "write", file, offset, data }];
  }

  #opening(file: string | undefined, args: string, gave = ""): Deed[] {
    const descriptor = FILE.exec(gave)?.[1];
    if (descriptor !== undefined) this.#positions.delete(descriptor);
    if (file === undefined) return [];
    return [
      ...(args.includes("O_CREAT") ? [{ kind: "make", file } as const] : []),
      ...(args.includes("O_TRUNC") ? [{ kind: "truncate", file, length: 0 } as const] : []),
    ];
  }

  /** strace writes the paths of open files as bytes, too. */
  #pathOf(said: string | undefined): string | undefined {
    if (said === undefined) return undefined;
    const full = said.includes("\\x") ? decode(said).toString() : said;
    const relative = path.relative(this.#folder, full.replace(/ \(deleted\)$/, ""));
    const isElsewhere = relative.startsWith("..") || path.isAbsolute(relative) || LEFT_OUT.test(relative);
    return isElsewhere ? undefined : relative;
  }
}
