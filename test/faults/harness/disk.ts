/**
 * A disk as a power cut leaves it: what was synced is there; of what was written later any part may be, torn at any
 * sector. Names of files are kept in order, as a journal of a file system does, and surely once the folder is synced.
 * What a sync failed to bring out may be lost for good, even if a later sync says that all is well.
 */

import type { Dice } from "../../dice.ts";
import type { Deed } from "./trace-log.ts";

const SECTOR = 512;

type Content = Extract<Deed, { kind: "write" | "truncate" }>;
type Naming = Extract<Deed, { kind: "make" | "rename" | "remove" }>;
type Fate = "pending" | "synced" | "doubtful";

interface Done<T> {
  readonly deed: T;
  fate: Fate;
}

/** A file, whatever its name is. */
class Inode {
  readonly done: Done<Content>[] = [];
}

/** How much of what was not synced is there: nothing, all, some of the writes, or some of their sectors. */
const KEEPS = ["nothing", "all", "writes", "sectors"] as const;

export class Disk {
  /** As the process sees it. */
  readonly #names = new Map<string, Inode>();
  readonly #namings: (Done<Naming> & { readonly inode: Inode })[] = [];

  /** After those `deeds`. */
  constructor(deeds: Iterable<Deed>) {
    for (const deed of deeds) this.#do(deed);
  }

  /** One of the disks that there may be after a power cut, as the contents of its files. */
  afterPowerCut(dice: Dice): Map<string, Buffer> {
    const keeps = KEEPS[dice(KEEPS.length)]!;
    const names = new Map<string, Inode>();
    const unsure = this.#namings.filter(({ fate }) => fate !== "synced").length;
    let left = keeps === "nothing" ? 0 : keeps === "all" ? unsure : dice(unsure + 1);
    for (const { deed, fate, inode } of this.#namings) {
      if (fate !== "synced" && (left -= 1) < 0) break;
      name(names, deed, inode);
    }
    // Shared memory between connections, made anew where there is none.
    const files = [...names].filter(([file]) => !file.endsWith("-shm"));
    return new Map(files.map(([file, inode]) => [file, contentOf(inode, keeps, dice)]));
  }

  #do(deed: Deed): void {
    switch (deed.kind) {
      case "make":
        if (this.#names.has(deed.file)) return;
        return this.#name(deed, new Inode());
      case "rename":
        return this.#name(deed, this.#inode(deed.from));
      case "remove":
        return this.#name(deed, this.#inode(deed.file));
      case "write":
      case "truncate":
        this.#inode(deed.file).done.push({ deed, fate: "pending" });
        return;
      case "sync": {
        const done: Done<unknown>[] = deed.file === "" ? this.#namings : this.#inode(deed.file).done;
        for (const each of done) if (each.fate === "pending") each.fate = deed.failed ? "doubtful" : "synced";
        return;
      }
      case "say":
    }
  }

  #name(deed: Naming, inode: Inode): void {
    this.#namings.push({ deed, inode, fate: "pending" });
    name(this.#names, deed, inode);
  }

  #inode(file: string): Inode {
    const inode = this.#names.get(file);
    if (inode === undefined) throw new Error(`the record doesn't tell how ${file} was made`);
    return inode;
  }
}

function name(names: Map<string, Inode>, deed: Naming, inode: Inode): void {
  if (deed.kind === "rename") names.delete(deed.from);
  if (deed.kind === "remove") names.delete(deed.file);
  else names.set(deed.kind === "rename" ? deed.to : deed.file, inode);
}

function contentOf({ done }: Inode, keeps: (typeof KEEPS)[number], dice: Dice): Buffer {
  const longest = Math.max(
    0,
    ...done.map(({ deed }) => (deed.kind === "write" ? deed.offset + deed.data.length : 0)),
  );
  const content = Buffer.alloc(longest);
  let length = 0;
  for (const { deed, fate } of done) {
    const isSure = fate === "synced" || keeps === "all";
    if (!isSure && (keeps === "nothing" || (keeps === "writes" && dice(2) === 0))) continue;
    if (deed.kind === "truncate") {
      if (deed.length < length) content.fill(0, deed.length);
      length = deed.length;
      continue;
    }
    for (const [from, to] of isSure || keeps === "writes"
      ? [[0, deed.data.length] as const]
      : sectorsOf(deed)) {
      if (!isSure && keeps === "sectors" && dice(2) === 0) continue;
      deed.data.copy(content, deed.offset + from, from, to);
      length = Math.max(length, deed.offset + to);
    }
  }
  return content.subarray(0, Math.min(length, longest));
}

/** The parts of a write that lie in one sector each. */
function* sectorsOf({
  offset,
  data,
}: Extract<Deed, { kind: "write" }>): Generator<readonly [number, number]> {
  let from = 0;
  while (from < data.length) {
    const to = Math.min(data.length, from + SECTOR - ((offset + from) % SECTOR));
    yield [from, to];
    from = to;
  }
}
