/** What the actor's thread and the rest of the process say to each other: plain data only. */

import type { Command, ResultOf, CommandName } from "../commands.ts";
import type { Counts, JobId, JobList, JobPage, JobView, Millis, QuarantineView } from "../model.ts";
import type { Rejection } from "../rejected.ts";
import type { LabSettings } from "./journal.ts";
import type { ListQuery } from "./sqlite/queries.ts";

/** What the thread is started with. */
export interface Startup {
  readonly file: string;
  /** What a new file gets. */
  readonly settings: LabSettings;
  /** Time comes with each command. */
  readonly replay: boolean;
  readonly nativeBinding: string | undefined;
}

/** Who gives a command, why, and, in a replay only, when. */
export interface Order {
  readonly actor: string;
  readonly reason?: string | undefined;
  /** Absent: the engine's own clock tells. */
  readonly now?: number | undefined;
}

/** What can be read, and what each reading gives. */
export interface Readings {
  list: { asks: ListQuery; gives: JobList };
  job: { asks: { readonly id: JobId }; gives: JobView };
  page: { asks: { readonly id: JobId }; gives: JobPage };
  quarantine: { asks: object; gives: QuarantineView };
  /** Which of these ids have ever been used. */
  known: { asks: { readonly ids: readonly JobId[] }; gives: readonly JobId[] };
}

export type ReadingName = keyof Readings;

export type Reading<N extends ReadingName = ReadingName> = {
  [Name in N]: { readonly name: Name } & Readonly<Readings[Name]["asks"]>;
}[N];

export type Ask =
  | { readonly to: "perform"; readonly number: number; readonly command: Command; readonly order: Order }
  | { readonly to: "read"; readonly number: number; readonly reading: Reading }
  | { readonly to: "close"; readonly number: number };

export type Reply =
  | { readonly number: number; readonly value: ResultOf<CommandName> | Readings[ReadingName]["gives"] }
  | { readonly number: number; readonly rejection: Rejection };

export type News =
  /** The database is open, or why it isn't. */
  | { readonly news: "open"; readonly lab: LabNews }
  | { readonly news: "refused"; readonly message: string; readonly inUse: boolean }
  /** Something was committed, or time made a job ready or ended a claim. */
  | { readonly news: "changed"; readonly lab: LabNews };

/** What everybody may want to know of the lab at any time. */
export interface LabNews {
  readonly counts: Counts;
  /** Claims give nothing until somebody resumes (rule C4). */
  readonly paused: boolean;
  readonly maxFailures: number;
  /** What the file was made with. */
  readonly settings: LabSettings;
  /** Why nothing, or only little, can be stored at the moment, and what to do; null when all is well. */
  readonly trouble: string | null;
  /** The last trouble of this run, for people who come when it is over; null if there was none. */
  readonly lastTrouble: { readonly message: string; readonly at: Millis } | null;
  /** What had been answered before this start and isn't in the file any more; null if nothing is known to be. */
  readonly loss: string | null;
}
