/**
 * What a restored database begins its new life with (rule D7): tokens of a new epoch, a lab that is paused, and every
 * job held whose robot may have gone on without us. Decided by the dispatcher and written by the journal, as any command
 * is, in one transaction.
 */

import { basename } from "node:path";
import type { Author, Change } from "../../../changes.ts";
import { LabDispatcher } from "../../../dispatcher.ts";
import { isFinal } from "../../../job.ts";
import type { ClaimToken, JobId, Millis } from "../../../model.ts";
import { isoTime } from "../../clock.ts";
import { epochAfter, epochAt } from "../../epoch.ts";
import { ENGINE, type Told } from "../../journal.ts";
import { SqliteJournal } from "../journal.ts";
import type { SqliteOptions } from "../sqlite-options.ts";
import { openCopy } from "./copy-database.ts";
import { mayHaveRun, type MayHaveRun, type Replaced } from "./since-backup.ts";

export interface Birth {
  readonly actor: string;
  readonly wall: Millis;
  readonly backup: string;
  /** The last event of the backup. */
  readonly lastEvent: number;
  readonly replaced: Replaced;
}

export interface Begun {
  readonly takenAt: Millis;
  readonly mayHaveRun: MayHaveRun;
  readonly held: readonly JobId[];
  readonly lastEvent: number;
  readonly lastToken: ClaimToken;
}

/** A file that is there keeps its own settings. */
const NOT_USED = {
  maxFailures: 1,
  lease: null,
  retryPosition: "original",
  onExpiry: "inspect",
  holdLate: true,
} as const;

/** `file`: a whole copy of the backup, which nobody else has. */
export function beginAnew(file: string, options: SqliteOptions, birth: Birth): Begun {
  const copy = openCopy(file, options);
  try {
    const begun = new NewLife(new SqliteJournal(copy, NOT_USED), birth).begin();
    copy.writer.pragma("journal_mode = WAL");
    const lastEvent = copy.writer.prepare("SELECT max(seq) FROM event").pluck().get() as number;
    return { ...begun, lastEvent };
  } finally {
    copy.close();
  }
}

class NewLife {
  readonly #journal: SqliteJournal;
  readonly #birth: Birth;
  readonly #held: JobId[] = [];

  constructor(journal: SqliteJournal, birth: Birth) {
    this.#journal = journal;
    this.#birth = birth;
  }

  begin(): Omit<Begun, "lastEvent"> {
    const journal = this.#journal;
    const { actor, wall, backup, replaced } = this.#birth;
    const stored = { ...journal.load() };
    const edges = [...stored.edges];
    const lastToken = newEpoch(wall, stored.lastToken, replaced);
    const able = mayHaveRun({ ...stored, edges });
    const lab = new LabDispatcher(
      {
        ...journal.settings,
        // No earliest start is reached by being restored.
        wallClock: () => 0,
        onChange: (change, at, by) => this.#write(change, at, by),
        finished: (id) => journal.find(id),
      },
      { ...stored, edges, lastToken },
    );
    journal.begin();
    this.#tell(stored.clock, stored.wall, lastToken, able);
    lab.pause(stored.clock, { actor, reason: `Restored from ${basename(backup)}.` });
    this.#holdAll(lab, able.claimed);
    journal.commit(lab.counters, wall);
    return { takenAt: stored.wall, mayHaveRun: able, held: this.#held, lastToken };
  }

  /** The event that begins the new life; its result can be read later. */
  #tell(clock: Millis, takenAt: Millis, lastToken: ClaimToken, able: MayHaveRun): void {
    const { actor, wall, backup, lastEvent, replaced } = this.#birth;
    const { since, problem } = replaced;
    const result = {
      lastToken,
      backup: basename(backup),
      takenAt,
      lastEvent,
      claimed: some(able.claimed),
      ready: some(able.ready),
      later: some(able.later),
      since: since && { events: since.events, ran: some(since.ran), submitted: some(since.submitted) },
      problem,
    };
    this.#journal.append(
      { kind: "restored" },
      {
        actor,
        command: "restore",
        reason: `Restored from ${basename(backup)}, whose last commit was at ${isoTime(takenAt)} (event ${String(lastEvent)}).`,
        code: null,
        result: JSON.stringify(result),
        clock,
        at: wall,
      },
    );
  }

  #holdAll(lab: LabDispatcher, claimed: readonly JobId[]): void {
    const since = new Map(this.#birth.replaced.since?.ran.map((ran) => [ran.id, ran]));
    for (const id of claimed) {
      const job = lab.inner.get(id);
      if (job === undefined) continue;
      const robot = this.#journal.holderOf(job) ?? "A robot";
      // A lease may have ended at the very instant of the last commit.
      if (job.phase === "claimed") {
        lab.releaseClaim(id, lab.clock, this.#signed(`${robot} had it when the backup was taken.`));
      }
      this.#hold(
        lab,
        id,
        `${robot} had it when the backup was taken, and may have finished it since. ${LOOK}`,
      );
    }
    for (const { id, phase, robot } of since.values()) {
      const job = lab.inner.get(id);
      if (job === undefined || isFinal(job) || job.hold !== undefined) continue;
      const ended = phase === "completed" ? "and completed it" : "and how that ended is lost";
      this.#hold(lab, id, `${robot ?? "A robot"} had it after the backup was taken, ${ended}. ${LOOK}`);
    }
  }

  #hold(lab: LabDispatcher, id: JobId, reason: string): void {
    lab.hold(id, lab.clock, this.#signed(reason));
    this.#held.push(id);
  }

  #signed(reason: string) {
    return { actor: this.#birth.actor, reason };
  }

  #write(told: Change, clock: Millis, by: Author): void {
    const signature = by === "clock" || !by ? { actor: ENGINE, reason: null } : by;
    this.#journal.append(told satisfies Told, {
      actor: signature.actor ?? ENGINE,
      command: by === "clock" ? null : "restore",
      reason: signature.reason ?? null,
      code: null,
      result: null,
      clock,
      at: this.#birth.wall,
    });
  }
}

const LOOK = "Look at the plate: complete it by hand if it is done, else let it go.";

/** Beyond every token of the backup and of what it replaces. */
function newEpoch(wall: Millis, token: ClaimToken, { lastToken }: Replaced): ClaimToken {
  return lastToken === undefined ? epochAt(wall, token) : epochAfter(Math.max(token, lastToken));
}

const MOST = 10_000;

/** As many as fit an event, and how many there are. */
const some = <T>(list: readonly T[]) => ({ count: list.length, first: list.slice(0, MOST) });
