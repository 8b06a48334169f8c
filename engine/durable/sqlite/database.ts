/**
 * An open lab's database: the lock beside it, held from first to last, the connections, which can be renewed after a
 * failure (rule D3), the high-water mark and the reserve. Whoever prepares statements does so anew when the
 * connections are others than before.
 */

import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { checkLoaded, guardOf, removeEmptyLog } from "./guard.ts";
import { lossFrom, progressIn } from "./loss.ts";
import { HighWaterMark } from "./mark.ts";
import { migrate } from "./migrations/index.ts";
import { copyContent, finishReplacement, isReplacementPending } from "./replacement.ts";
import { Reserve } from "./reserve.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { MOVED, StorageTrouble, type Mending } from "./trouble.ts";

/** How long a write waits for someone else's lock, milliseconds: nobody should have one, and robots wait too. */
const PATIENCE = 1_000;
/** So many pages in the log are moved into the file: about 4 MB. */
const LONGEST_LOG = 1_000;

/** What the journal needs of it. */
export interface JournalDatabase extends Pick<
  LabDatabase,
  "file" | "writer" | "loss" | "checkPlace" | "shortenLog" | "renew" | "close"
> {
  readonly mark: Pick<HighWaterMark, "answered" | "write" | "sync">;
  readonly reserve: Pick<Reserve, "shortage" | "giveBack" | "keep">;
}

export class LabDatabase implements JournalDatabase {
  readonly file: string;
  readonly mark: HighWaterMark;
  readonly reserve: Reserve;
  readonly #options: SqliteOptions;
  readonly #lock: { close(): void };
  #loss: string | null = null;
  #connections: Connections | undefined;

  /** `version` is how many migrations the file has gone through. */
  constructor(file: string, version: number, lock: { close(): void }, options: SqliteOptions) {
    this.file = file;
    this.#lock = lock;
    this.#options = options;
    this.reserve = new Reserve(file);
    this.mark = new HighWaterMark(file);
    try {
      checkLoaded(file, options);
      this.#connect(version);
      this.#loss = lossFrom(file, this.mark.open(progressIn(this.writer)), this.writer);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  get writer(): Database.Database {
    return this.#connected.writer;
  }

  /** What had been answered and is not in the file any more, in words; null if nothing is known to be. */
  get loss(): string | null {
    return this.#loss;
  }

  /**
   * Moves the log into the file when it has grown long. SQLite would do so by itself, after a commit, but keep it to
   * itself when that fails.
   */
  shortenLog(): void {
    const { log, checkpointed } = this.#connected.logLength.get() as Log;
    // Longer than that, readers have kept it from being begun anew: nothing may be left when they give way for a moment.
    const mostLeft = log >= 4 * LONGEST_LOG ? 1 : LONGEST_LOG;
    if (log - checkpointed >= mostLeft) this.writer.pragma("wal_checkpoint(PASSIVE)");
  }

  /** Throws if the file was moved or removed: what is written now would be found by nobody. Costs one system call. */
  checkPlace(): void {
    // Windows moves no file that is open.
    if (process.platform === "win32" || inodeOf(this.file) === this.#connected.inode) return;
    throw new StorageTrouble(
      `${this.file} was moved or removed while the lab was running. Put it back where it was; if it is gone, make a backup before you close the app, and restore that.`,
      MOVED,
    );
  }

  /** Closes all connections and opens the file anew, or a copy of it in its place. On a throw, to be called again. */
  renew(mending: Exclude<Mending, "undo">): void {
    if (mending === "replace") {
      if (!isReplacementPending(this.file)) {
        copyContent(this.file, this.#options, () => this.#disconnect());
      }
      this.#disconnect();
      finishReplacement(this.file);
    }
    this.#disconnect();
    this.#connect();
    const { answered } = this.mark;
    this.#loss ??= lossFrom(this.file, answered, this.writer);
    const progress = progressIn(this.writer);
    this.mark.renew(answered.event > progress.event ? answered : progress);
  }

  close(): void {
    try {
      this.mark.close();
    } finally {
      this.#disconnect();
      this.#lock.close();
    }
  }

  /** Closes it as it is: what is wrong with it may be mended by others, who need the file and its log to the byte. */
  abandon(): void {
    const guard = guardOf(this.file, this.#options);
    try {
      this.mark.close();
    } finally {
      this.#disconnect();
      guard?.close();
      removeEmptyLog(this.file);
      this.#lock.close();
    }
  }

  get #connected(): Connections {
    if (this.#connections) return this.#connections;
    throw new StorageTrouble(
      `${this.file} is not open at the moment; the lab is trying to open it again.`,
      "",
    );
  }

  #connect(version?: number): void {
    const writer = connect(this.file, this.#options);
    try {
      if (version !== undefined) migrate(writer, version);
      writer.pragma("wal_autocheckpoint = 0");
      const logLength = writer.prepare("PRAGMA wal_checkpoint(NOOP)");
      this.#connections = {
        writer,
        logLength,
        inode: inodeOf(this.file),
      };
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  #disconnect(): void {
    const open = this.#connections;
    this.#connections = undefined;
    open?.writer.close();
  }
}

interface Connections {
  readonly writer: Database.Database;
  readonly logLength: Database.Statement;
  readonly inode: number | undefined;
}

/** In pages. */
interface Log {
  readonly log: number;
  readonly checkpointed: number;
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

function connect(file: string, options: Database.Options): Database.Database {
  const db = new Database(file, { timeout: PATIENCE, ...options });
  try {
    // better-sqlite3 sets NORMAL for a WAL database, with which a power cut takes answered commands along.
    db.pragma("synchronous = FULL");
    // KiB: the ends of all indexes that a batch writes to, or each batch would read them again.
    db.pragma("cache_size = -65536");
    db.pragma("foreign_keys = ON");
    // Another tool, which may have made this copy, may have set another.
    if (!options.readonly) db.pragma("journal_mode = WAL");
    if (db.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not taken");
    if (db.pragma("journal_mode", { simple: true }) !== "wal") throw new Error("the file is not in WAL mode");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
