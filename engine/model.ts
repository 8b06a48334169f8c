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

/** What becomes of a job whose lease expired, if it may be tried again (rule L6). */
export type OnExpiry = "retry" | "inspect";

/** Where a job goes that has failed: back to its old place, or to the end of the line (rules F3, F5). */
export type RetryPosition = "original" | "tail";

/** A job as it is handed in (rules S1, S4). An option that is null counts as absent. */
export interface Submission extends JobOptions {
  readonly id: JobId;
  /** How long a failed attempt waits, 0 to 315,360,000,000. */
  readonly backoff: Millis;
  /** The ids of its prerequisites; repeats count once. */
  readonly after?: readonly JobId[] | null | undefined;
}

/** What a job can be submitted with beyond its id, its backoff and its prerequisites (rule S4). */
export interface JobOptions {
  /** Higher goes first; 0 if absent. */
  readonly priority?: number | null | undefined;
  /** The capability, or all the capabilities, that a robot must have to be given the job. */
  readonly requires?: string | readonly string[] | null | undefined;
  /** The earliest start, by the wall clock where there are two (rule T5). */
  readonly notBefore?: Millis | null | undefined;
  /** How many failures lead to quarantine, 1 or more, in place of the dispatcher's number. */
  readonly maxFailures?: number | null | undefined;
  /** By how much the backoff grows with each failure, 1 or more (rule F2). */
  readonly backoffFactor?: number | null | undefined;
  /** The longest backoff, in the range of `backoff`. */
  readonly backoffMax?: Millis | null | undefined;
  /** By how much of itself a backoff may be shortened at random, 0 to 1. */
  readonly jitter?: number | null | undefined;
  readonly onExpiry?: OnExpiry | null | undefined;
  /** The only station that may be given the job. */
  readonly station?: string | null | undefined;
  /** How long the step usually takes, and until when its sample can be used: told to people, decided by nobody. */
  readonly expectedMs?: Millis | null | undefined;
  readonly useBy?: Millis | null | undefined;
  /** Any JSON, for the robot: told to the listener, and not kept in memory. */
  readonly payload?: unknown;
  /** Barcodes of plates and samples, or other words to find the job by. */
  readonly labels?: readonly string[] | null | undefined;
}

/** What a robot asks for (rules C2, L1). */
export interface ClaimOptions {
  /** What the robot can do; absent, every job is considered. */
  readonly capabilities?: readonly string[] | null | undefined;
  /** Who asks; absent, no job is considered that is for one station only. */
  readonly station?: string | null | undefined;
  /** How long the claim lasts without a heartbeat; absent, as long as the dispatcher's. */
  readonly lease?: Millis | null | undefined;
}

/** A robot's hold on a job (rule C3). */
export interface Claim {
  readonly id: JobId;
  readonly token: ClaimToken;
  /** Its how-manieth claim this is, from 1. */
  readonly attempt: number;
  /** When it expires; null if it doesn't. */
  readonly deadline: Millis | null;
}

/** Who gives an operator's command, and why (rule O7). */
export interface Signature {
  readonly actor?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Why a job isn't handed out until somebody says so (rules L6, O1). */
export interface Hold {
  /** Null if it isn't known. */
  readonly by: string | null;
  readonly reason: string | null;
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
  /** Higher goes first. */
  readonly priority: number;
  /** The capabilities that a robot must have, sorted. */
  readonly requires: readonly string[];
  readonly labels: readonly string[];
  /** Who holds it and why, whatever state it is in; null if nobody does. */
  readonly hold: Hold | null;
  /** Failures that count towards the quarantine. */
  readonly failures: number;
  /** How many failures lead to the quarantine: its own number, or the lab's. */
  readonly maxFailures: number;
  /** How many claims it has had. */
  readonly attempts: number;
  /** How many prerequisites are not completed; 0 for what is final. */
  readonly unmet: number;
  /** Grows with every change of the job: shows whether it is still as it was seen (rule O8). */
  readonly revision: number;
  /** When it entered the phase it is in. */
  readonly since: Millis;
  /** What went wrong the last time, in the words that were given. */
  readonly lastReason: string | null;
  /** Who had it the last time it failed or its lease expired. */
  readonly lastFailedOn: string | null;
} &
  /** `waitsFor`: the first few prerequisites that are not completed. */
  (
    | { readonly state: "blocked"; readonly waitsFor: readonly JobId[] }
    | { readonly state: "waiting"; readonly eligibleAt: Millis }
    | { readonly state: "held"; readonly hold: Hold }
    /** `deadline`: null if its claim doesn't end by itself. */
    | {
        readonly state: "claimed";
        readonly token: ClaimToken;
        readonly claimedBy: string;
        readonly deadline: Millis | null;
      }
    /** `because`: the nearest jobs that keep it here, 10 at most; itself, if it failed itself (rule Q4). */
    | { readonly state: "quarantined"; readonly failedItself: boolean; readonly because: readonly JobId[] }
    | { readonly state: "completed"; readonly byHand: boolean }
    | { readonly state: "ready" | "cancelled" }
  );

/** What happened to a job, as its history tells it: everything but heartbeats. */
export type EventKind = Exclude<ChangeKind, "extended"> | "late";

/** One line of a job's history. */
export interface JobEvent {
  readonly seq: number;
  /** Wall clock, milliseconds. */
  readonly at: Millis;
  readonly kind: EventKind;
  readonly actor: string;
  /** The command that brought it about; null if time did, or if it isn't known. */
  readonly command: string | null;
  readonly reason: string | null;
  /** Of the claim that it is about; null if it is about none. */
  readonly attempt: number | null;
  /** `failed`, `expired`: how long it waits before the next attempt; null if it went to quarantine instead. */
  readonly delay: Millis | null;
  /**
   * `quarantined`: the job that it was stopped by; null if it failed itself. `released`: the job that was redriven,
   * completed or given other prerequisites. `cancelled`: the job that was cancelled with it; null for that one itself.
   */
  readonly cause: JobId | null;
  /** `submitted`, `prerequisites`: the ids that it needs from then on. */
  readonly after: readonly JobId[] | null;
  /** `submitted`, `priority`: the priority from then on. */
  readonly priority: number | null;
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

/** A page of the job list. */
export interface JobList {
  readonly jobs: readonly JobView[];
  /**
   * Hand it in as `after` to get the next page; null at the end. A page that took too long to fill is shorter than was
   * asked for, even empty, and the list goes on all the same.
   */
  readonly next: string | null;
  /** With the first page only. */
  readonly total: Total | null;
}

/** How many there are; `exact` is false where counting was stopped: at least so many. */
export interface Total {
  readonly count: number;
  readonly exact: boolean;
}

/** A page of what happened to one job, newest first. */
export interface JobHistory {
  readonly events: readonly JobEvent[];
  /** Hand it in as `before` to get the next page; null at the end. */
  readonly next: number | null;
}

/** One claim of a job, and what came of it. */
export interface JobAttempt {
  /** Its how-manieth claim this was, from 1. */
  readonly attempt: number;
  readonly station: string;
  /** Wall clock. */
  readonly claimedAt: Millis;
  /** Null while it goes on. */
  readonly outcome: AttemptOutcome | null;
}

export interface AttemptOutcome {
  readonly kind: "completed" | "failed" | "expired" | "takenBack" | "completedByHand" | "cancelled";
  /** Wall clock. */
  readonly at: Millis;
  readonly actor: string;
  readonly reason: string | null;
  /** A robot's own word for what failed. */
  readonly code: string | null;
  /** How long the robot had the job: running time, which no jump of the wall clock changes. */
  readonly took: Millis;
  /** `failed`, `expired`: how long it waits before the next attempt; null if it went to quarantine instead. */
  readonly delay: Millis | null;
}

/** A page of a job's attempts, newest first. */
export interface JobAttempts {
  readonly attempts: readonly JobAttempt[];
  /** Hand it in as `before` to get the next page; null at the end. */
  readonly next: number | null;
}

/**
 * What happens to the whole lab. `clockJumped`: the time of day moved by itself. `lost`: something that had been answered
 * was not in the file any more at a start. `restored`: a backup took the file's place.
 */
export type LabEventKind = "paused" | "resumed" | "clockJumped" | "lost" | "restored";

/** One line of what happened in the lab. */
export interface LabEvent extends Omit<JobEvent, "kind"> {
  /** `extended`, a heartbeat, only where it is asked for. */
  readonly kind: ChangeKind | "late" | LabEventKind;
  /** Null for what concerns the whole lab. */
  readonly job: JobId | null;
}

/** A page of what happened in the lab, newest first. It may be short, even empty, although there is more. */
export interface LabEvents {
  readonly events: readonly LabEvent[];
  /** Hand it in as `after` to get the next page; null at the end. */
  readonly next: string | null;
}

/** What was done in each stretch of time, the first beginning at `from`. */
export interface Throughput {
  readonly from: Millis;
  readonly bucket: Millis;
  readonly buckets: readonly ThroughputBucket[];
}

export interface ThroughputBucket {
  readonly claimed: number;
  readonly completed: number;
  /** Completed by somebody rather than a robot (rule O3). */
  readonly byHand: number;
  readonly failed: number;
  readonly expired: number;
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

/** What an operator's command would change, told by the decision that the command itself takes (rule O7). */
export interface Preview {
  /** Every job whose state or facts would change, in the order of the changes. */
  readonly changes: readonly PreviewedJob[];
  readonly changesTotal: number;
  /** Behind a job that would leave quarantine: those that would stay there, in quarantine order. */
  readonly stays: readonly StayingJob[];
  readonly staysTotal: number;
}

export interface PreviewedJob {
  readonly id: JobId;
  /** What would happen to it, in order; empty if its state only follows from another job's change. */
  readonly how: readonly ChangeKind[];
  readonly from: JobState;
  readonly to: JobState;
  /** The prerequisites that it would then wait for. */
  readonly waitsFor: readonly JobId[];
  /** As it is now (rule O8). */
  readonly revision: number;
}

export interface StayingJob {
  readonly id: JobId;
  readonly failedItself: boolean;
  /** The nearest three of the jobs that would keep it in quarantine, other than itself. */
  readonly because: readonly JobId[];
}

/** What can happen to a job. */
export type ChangeKind =
  | "submitted"
  | "claimed"
  | "extended"
  | "completed"
  | "completedByHand"
  | "failed"
  | "expired"
  | "quarantined"
  | "redriven"
  | "released"
  | "prerequisites"
  | "priority"
  | "held"
  | "unheld"
  | "takenBack"
  | "cancelled"
  | "due";

/** Why a job isn't running (rule O6): the facts of its state, and all of it in one English sentence. */
export type Explanation = {
  readonly id: JobId;
  readonly sentence: string;
  /** Who will still hold it when what its state tells of is over. */
  readonly alsoHeld?: Hold;
  /** The capabilities it requires that no station offers, where its state doesn't tell them. */
  readonly alsoMissing?: readonly string[];
} & (
  | { readonly state: "completed"; readonly byHand: boolean }
  | { readonly state: "cancelled" }
  | { readonly state: "claimed"; readonly attempt: number; readonly deadline: Millis | null }
  /** `causes`: the roots that keep it there, in quarantine order; itself if it failed itself. */
  | {
      readonly state: "quarantined";
      readonly failedItself: boolean;
      readonly failures: number;
      readonly causes: readonly JobId[];
    }
  /** `waitsFor`: the prerequisites that are not completed. */
  | {
      readonly state: "blocked";
      readonly waitsFor: readonly { readonly id: JobId; readonly state: JobState }[];
    }
  | { readonly state: "held"; readonly hold: Hold }
  /** `by`: the clock that `until` is told by; the wall clock, if its earliest start is what makes it wait longest. */
  | {
      readonly state: "waiting";
      readonly until: Millis;
      readonly by: "running" | "wall";
      readonly failures: number;
    }
  /** `missing`: the capabilities it requires that no station offers. */
  | {
      readonly state: "ready";
      readonly paused: boolean;
      readonly requires: readonly string[];
      /** The only one that may be given it; null for any. */
      readonly station: string | null;
      readonly missing: readonly string[];
      /** No ready job of any kind goes before it. */
      readonly isNext: boolean;
    }
);
