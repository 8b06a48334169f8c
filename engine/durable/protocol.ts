/** What the threads of the engine and the rest of the process say to each other: plain data only. */

import type { Command, ResultOf, CommandName } from "../commands.ts";
import type { MessagePort } from "node:worker_threads";
import type {
  Counts,
  JobAttempts,
  JobHistory,
  JobId,
  JobList,
  JobPage,
  JobView,
  LabEvents,
  Millis,
  QuarantineView,
  Throughput,
} from "../model.ts";
import type { Rejection } from "../rejected.ts";
import type { LabSettings } from "./journal.ts";
import type { EventQuery } from "./sqlite/event-query.ts";
import type { HistoryQuery } from "./sqlite/history-query.ts";
import type { ListQuery } from "./sqlite/list-filters.ts";
import type { ThroughputQuery } from "./sqlite/throughput-query.ts";

/** What the thread is started with. */
export interface Startup {
  readonly file: string;
  /** What a new file gets. */
  readonly settings: LabSettings;
  /** Time comes with each command. */
  readonly replay: boolean;
  readonly nativeBinding: string | undefined;
  /** Where the actor is asked to look. */
  readonly looks: MessagePort;
}

/** Who gives a command, why, and, in a replay only, when. */
export interface Order {
  readonly actor: string;
  readonly reason?: string | undefined;
  /** The sender's name for this request: given again, it is answered again and does nothing (rule D5). */
  readonly requestId?: string | undefined;
  /** Absent: the engine's own clock tells. */
  readonly now?: number | undefined;
}

/** What can be read, and what each reading gives. */
export interface Readings {
  list: { asks: ListQuery; gives: JobList };
  job: { asks: { readonly id: JobId }; gives: JobView };
  page: { asks: { readonly id: JobId }; gives: JobPage };
  history: { asks: HistoryQuery; gives: JobHistory };
  attempts: { asks: HistoryQuery; gives: JobAttempts };
  events: { asks: EventQuery; gives: LabEvents };
  throughput: { asks: ThroughputQuery; gives: Throughput };
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
  | { readonly to: "close"; readonly number: number };

/** Comes by a port of its own: it waits for one batch at most, however many commands are before it. */
export interface LookAsk {
  readonly number: number;
}

/** The instant at which a reading looks, with all on disk that time had brought about by then. */
export interface Look {
  /** Running time: states are derived from it. */
  readonly clock: Millis;
  /** Wall clock: for what is shown. */
  readonly at: Millis;
  readonly counts: Counts;
}

/** What the readers' thread is started with. */
export interface ReaderStartup {
  readonly file: string;
  readonly maxFailures: number;
  readonly nativeBinding: string | undefined;
}

export type ReaderAsk =
  | { readonly to: "read"; readonly number: number; readonly reading: Reading; readonly look: Look }
  | { readonly to: "close"; readonly number: number };

export type Reply =
  | { readonly number: number; readonly value: ResultOf<CommandName> | Readings[ReadingName]["gives"] | Look }
  | { readonly number: number; readonly rejection: Rejection };

export type News =
  /** The database is open, or why it isn't. */
  | { readonly news: "open"; readonly lab: LabNews }
  | { readonly news: "refused"; readonly message: string; readonly inUse: boolean }
  /** Something was committed, or time made a job ready or ended a claim. */
  | { readonly news: "changed"; readonly lab: LabNews };

/** What the actor's thread says, in messages of one or many. */
export type Said = Reply | News;

/** What everybody may want to know of the lab at any time. */
export interface LabNews {
  readonly counts: Counts;
  /** Claims give nothing until somebody resumes (rule C4). */
  readonly paused: boolean;
  readonly maxFailures: number;
  /** What the file was made with. */
  readonly settings: LabSettings;
  /** What operators should know of since the start, the latest last. */
  readonly notices: readonly LabNotice[];
  /** Why nothing, or only little, can be stored at the moment, and what to do; null when all is well. */
  readonly trouble: string | null;
  /** What had been answered before this start and isn't in the file any more; null if nothing is known to be. */
  readonly loss: string | null;
}

export interface LabNotice {
  /** Wall clock. */
  readonly at: Millis;
  readonly text: string;
}
