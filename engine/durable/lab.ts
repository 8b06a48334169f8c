/**
 * The durable engine as the rest of the process sees it: commands are answered once they are on disk, readings
 * see committed state only, and nothing here waits for the disk (rule D1).
 */

import { isAbsent } from "../arguments.ts";
import type { Command, CommandName, ResultOf } from "../commands.ts";
import { checkLabOptions, type LabOptions } from "../lab-options.ts";
import { Rejected } from "../rejected.ts";
import { ActorThread } from "./actor-thread.ts";
import type { LabSettings } from "./journal.ts";
import type { LabNews, Order, Reading, ReadingName, Readings } from "./protocol.ts";
import { ReadingThread } from "./reading-thread.ts";

/**
 * The settings are those of a new file; an old one keeps its own. Absent, three failures lead to quarantine, and a
 * job whose lease expired is held until somebody has looked at it, but in a replay (rule L6).
 */
export interface DurableOptions extends Partial<Pick<LabOptions, "lease" | "retryPosition" | "onExpiry">> {
  /** The database; made if there is none. */
  readonly file: string;
  readonly maxFailures?: number | undefined;
  /** Whether a job is held whose robot says too late that it completed it (rule Q5); so it is, but in a replay. */
  readonly holdLate?: boolean | undefined;
  /** Time comes with each command, and every move of it is stored. */
  readonly replay?: boolean;
  /** Path of the compiled SQLite addon, where the package's own doesn't fit the runtime. */
  readonly nativeBinding?: string | undefined;
  /** The actor's thread as a bundle; its source if absent. */
  readonly workerFile?: string | URL;
  /** The readers' thread as a bundle; its source if absent. */
  readonly readerFile?: string | URL;
}

export class DurableLab {
  readonly #actor: ActorThread;
  readonly #reader: ReadingThread;
  readonly #readings = new Set<Promise<unknown>>();
  readonly #listeners: Set<() => void>;
  #closing: Promise<void> | undefined;

  /**
   * Opens the database, making it if there is none.
   * @throws DatabaseRefused with a sentence that says what to do; the file is untouched then
   * @throws Rejected INVALID_ARGUMENT for settings that can't be meant
   */
  static async open(options: DurableOptions): Promise<DurableLab> {
    const { file, replay = false, nativeBinding } = options;
    const settings = settingsIn(options);
    checkLabOptions(settings);
    const listeners = new Set<() => void>();
    const actor = await ActorThread.start(
      options.workerFile ?? new URL("worker.ts", import.meta.url),
      { file, settings, replay, nativeBinding },
      () => listeners.forEach((listener) => listener()),
    );
    const readerFile = options.readerFile ?? new URL("reader.ts", import.meta.url);
    const { maxFailures } = actor.news;
    return new DurableLab(
      actor,
      new ReadingThread(readerFile, { file, maxFailures, nativeBinding }),
      listeners,
    );
  }

  private constructor(actor: ActorThread, reader: ReadingThread, listeners: Set<() => void>) {
    this.#actor = actor;
    this.#reader = reader;
    this.#listeners = listeners;
  }

  /** As of the last commit. */
  get news(): LabNews {
    return this.#actor.news;
  }

  /**
   * Does what `command` says; settles when it is on disk. It is sent once the running task has ended: until then, leave
   * it as it is.
   * @throws Rejected as the dispatcher does; STORAGE_FAILED: then the outcome is unknown; BUSY: nothing was done
   */
  perform<N extends CommandName>(command: Command<N>, order: Order): Promise<ResultOf<N>> {
    const wrong = wrongIn(order) ?? (isAbsent(command) ? bad("command", "Name a command.") : undefined);
    if (wrong) return Promise.reject(wrong);
    if (this.#closing) return Promise.reject(failed("The engine is closed; nothing was done."));
    return this.#actor.perform({ command: command as Command, order });
  }

  /**
   * Reads what is committed, with states as of now: everything that was answered before is seen.
   * @throws Rejected UNKNOWN_JOB, INVALID_ARGUMENT, STORAGE_FAILED
   */
  read<N extends ReadingName>(reading: Reading<N>): Promise<Readings[N]["gives"]> {
    if (this.#closing) return Promise.reject(failed("The engine is closed; nothing was read."));
    const answer = this.#actor.look().then((look) => this.#reader.read(reading, look));
    this.#readings.add(answer);
    const forget = () => this.#readings.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  /** Calls `listener` after each commit that changed something, and when time has made a job ready or ended a claim. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Settles when all that was asked before is done and the file is closed, or the thread has ended by itself. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    // The readers first: whoever closes the database last also tidies up its write-ahead log.
    await Promise.allSettled(this.#readings);
    await this.#reader.close();
    await this.#actor.close();
  }
}

const settingsIn = ({
  maxFailures,
  lease,
  retryPosition,
  onExpiry,
  holdLate,
  replay,
}: DurableOptions): LabSettings => ({
  maxFailures: maxFailures ?? 3,
  lease: lease ?? null,
  retryPosition: retryPosition ?? "original",
  onExpiry: onExpiry ?? (replay ? "retry" : "inspect"),
  holdLate: holdLate ?? !replay,
});

const bad = (field: string, message: string): Rejected =>
  new Rejected({ code: "INVALID_ARGUMENT", message, field });

const LONGEST_REQUEST_ID = 200;

/** What is wrong with who gives a command, and why: both are written down with it. */
function wrongIn(order: Order | null | undefined): Rejected | undefined {
  const { actor, reason, requestId } = (order ?? {}) as Readonly<Partial<Record<keyof Order, unknown>>>;
  if (typeof actor !== "string" || actor === "") {
    return bad("actor", "A command is given by somebody: name the actor.");
  }
  if (!isAbsent(reason) && typeof reason !== "string") return bad("reason", "The reason is a text.");
  for (const [field, text] of Object.entries({ actor, reason, requestId })) {
    // No file holds it faithfully, so that the event's hash would not be that of what was stored (rule D4).
    if (typeof text === "string" && !text.isWellFormed()) {
      return bad(field, "This text holds half a character (a lone surrogate). Type it again.");
    }
  }
  const isName = typeof requestId === "string" && requestId !== "" && requestId.length <= LONGEST_REQUEST_ID;
  if (isAbsent(requestId) || isName) return undefined;
  return bad("requestId", `A request id is a text of 1 to ${String(LONGEST_REQUEST_ID)} characters.`);
}

const failed = (message: string): Rejected => new Rejected({ code: "STORAGE_FAILED", message });
