/**
 * The words of the domain, as types. Everything else in the project speaks in these;
 * the file imports nothing, so that the window can share it without pulling in the engine.
 */

/** A job's name, unique for ever: 1 to 200 characters. */
export type JobId = string;

/** A duration or an instant. The unit is the caller's; the app uses milliseconds. */
export type Millis = number;

/** Fencing token of one claim: 1 for the first claim that was ever made, then 2, … Never used twice. */
export type ClaimToken = number;

/** What a job has come to. `open` is neither final, nor claimed, nor in quarantine. */
export type Phase = "open" | "claimed" | "quarantined" | "completed" | "cancelled";

/** The one state that a job is shown in; an open job is the first that applies of blocked, held, waiting, ready. */
export type JobState = "blocked" | "held" | "waiting" | "ready" | Exclude<Phase, "open">;

/** A job as it is handed in (rule S1). */
export interface Submission {
  readonly id: JobId;
  /** How long a failed attempt waits, 0 to 315,360,000,000. */
  readonly backoff: Millis;
  /** The ids of its prerequisites; repeats count once. */
  readonly after?: readonly JobId[] | null | undefined;
}

/** A robot's hold on a job (rule C3). */
export interface Claim {
  readonly id: JobId;
  readonly token: ClaimToken;
  /** Its how-manieth claim this is, from 1. */
  readonly attempt: number;
}

/** How many jobs are in each state. */
export type Counts = Readonly<Record<JobState, number>>;

/** Another job, named on a job's page. */
export interface JobRef {
  readonly id: JobId;
  readonly state: JobState;
  /** True for a quarantined job that failed itself, rather than being stopped by another. */
  readonly failedItself: boolean;
}

/** A job as it is shown: facts that every state has, and those of its own state. Instants are wall-clock milliseconds. */
export type JobView = {
  readonly id: JobId;
  /** Its place in the line; lower goes first. */
  readonly position: number;
  readonly backoff: Millis;
  /** Failures that count towards the quarantine. */
  readonly failures: number;
  /** How many failures lead to the quarantine. */
  readonly maxFailures: number;
  /** How many claims it has had. */
  readonly attempts: number;
  /** How many prerequisites are not completed. */
  readonly unmet: number;
  /** Grows with every change of the job: shows whether it is still as it was seen (rule O8). */
  readonly revision: number;
  /** When it entered the phase it is in. */
  readonly since: Millis;
  /** What went wrong the last time, in the words that were given. */
  readonly lastReason: string | null;
  /** Who had it the last time it failed. */
  readonly lastFailedOn: string | null;
} &
  /** `waitsFor`: the first few prerequisites that are not completed. */
  (
    | { readonly state: "blocked"; readonly waitsFor: readonly JobId[] }
    | { readonly state: "waiting"; readonly eligibleAt: Millis }
    | { readonly state: "claimed"; readonly token: ClaimToken; readonly claimedBy: string }
    /** `because`: the nearest jobs that keep it here, 10 at most; itself, if it failed itself (rule Q4). */
    | { readonly state: "quarantined"; readonly failedItself: boolean; readonly because: readonly JobId[] }
    | { readonly state: "held" | "ready" | "completed" | "cancelled" }
  );

/** What happened to a job, as its history tells it. */
export type EventKind =
  "submitted" | "claimed" | "completed" | "failed" | "quarantined" | "released" | "prerequisites";

/** One line of a job's history. */
export interface JobEvent {
  readonly seq: number;
  /** Wall clock, milliseconds. */
  readonly at: Millis;
  readonly kind: EventKind;
  readonly actor: string;
  readonly reason: string | null;
  /** `claimed`, `failed`: the attempt. */
  readonly attempt: number | null;
  /** `failed`: how long it waits before the next attempt; null if it went to quarantine instead. */
  readonly delay: Millis | null;
  /** `quarantined`: the job that it was stopped by; null if it failed itself. `released`: the job that was redriven. */
  readonly cause: JobId | null;
  /** `submitted`, `prerequisites`: the ids that it needs from then on. */
  readonly after: readonly JobId[] | null;
}

/** A job's own page. Lists are cut at 200 entries; the totals tell how many there are. */
export interface JobPage {
  readonly job: JobView;
  readonly prerequisites: readonly JobRef[];
  readonly dependents: readonly JobRef[];
  readonly dependentsTotal: number;
  /** Newest first. */
  readonly history: readonly JobEvent[];
  readonly historyTotal: number;
}

/** A page of the job list, in the order of the line. */
export interface JobList {
  readonly jobs: readonly JobView[];
  /** Hand it in as `after` to get the next page; null at the end. */
  readonly next: number | null;
}

/** A dependent that a quarantined job holds back. */
export interface StoppedJob {
  readonly id: JobId;
  /** 1 for a direct dependent. */
  readonly depth: number;
  /** The job of this tree that it hangs under. */
  readonly parent: JobId;
  /** It also failed by itself. */
  readonly failedItself: boolean;
  /** Further prerequisites of it that are in quarantine. */
  readonly alsoNeeds: readonly JobId[];
}

/** One entry of the quarantine: a job that failed itself, and the tree of jobs that it stopped. */
export interface QuarantineEntry {
  readonly job: JobView & { readonly state: "quarantined" };
  /** Depth first, a parent before its children; a job with two parents appears once. Cut where a view gets too long. */
  readonly stopped: readonly StoppedJob[];
  /** Counted no further than 1,000. */
  readonly stoppedTotal: number;
}

/** The quarantine as it is shown, in the order the jobs came in. Cut at 1,000 entries and 2,000 stopped jobs. */
export interface QuarantineView {
  readonly entries: readonly QuarantineEntry[];
  readonly entriesTotal: number;
}

/** What a redrive would do. Lists are cut at 500; the totals tell how many there are. */
export interface RedrivePreview {
  /** In the order in which they would be let go, the redriven job first (rule R3). */
  readonly letGo: readonly {
    readonly id: JobId;
    /** The prerequisites that are not completed; if there is none, it can be claimed at once. */
    readonly waitsFor: readonly JobId[];
  }[];
  readonly letGoTotal: number;
  /** Jobs behind it that would stay, in quarantine order, each with the nearest 3 of the others that keep it there. */
  readonly stays: readonly {
    readonly id: JobId;
    readonly failedItself: boolean;
    readonly because: readonly JobId[];
  }[];
  readonly staysTotal: number;
}
