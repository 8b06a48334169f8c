/** The one error class of refused calls. A refused call has changed nothing but, at most, the clock (rule T3). */

import type { JobId } from "./model.ts";

/** Every reason for which the engine refuses a call, by its code in the rules. */
export type RejectionCode =
  | "INVALID_ARGUMENT"
  | "TIME_WENT_BACK"
  | "DUPLICATE_JOB"
  | "UNKNOWN_PREREQUISITE"
  | "PREREQUISITE_CANCELLED"
  | "CYCLE"
  | "UNKNOWN_JOB"
  | "NOT_CLAIMED"
  | "STALE_CLAIM"
  | "NOT_QUARANTINED"
  | "PREREQUISITE_QUARANTINED"
  | "JOB_CLAIMED"
  | "JOB_FINISHED"
  | "HAS_DEPENDENTS"
  | "CHANGED"
  | "REQUEST_ID_REUSED"
  | "BUSY"
  | "STORAGE_FAILED";

/** A refusal as plain data, fit to cross threads and processes. */
export interface Rejection {
  readonly code: RejectionCode;
  /** One sentence for a person: what is wrong, and what to do about it. */
  readonly message: string;
  /** The argument at fault, for instance `after` or `jobs[3].backoff`. */
  readonly field?: string | undefined;
  /** The jobs that the refusal is about: the path of a cycle, the roots that hold a job, … */
  readonly ids?: readonly JobId[] | undefined;
}

/** Thrown by every call that is refused. */
export class Rejected extends Error implements Rejection {
  override readonly name = "Rejected";
  readonly code: RejectionCode;
  readonly field: string | undefined;
  readonly ids: readonly JobId[] | undefined;

  constructor(rejection: Rejection) {
    super(rejection.message);
    this.code = rejection.code;
    this.field = rejection.field;
    this.ids = rejection.ids;
  }

  /** The same, about a part of `place`. */
  at(place: string): Rejected {
    return new Rejected({ ...this.toRejection(), field: `${place}.${this.field ?? ""}` });
  }

  toRejection(): Rejection {
    return { code: this.code, message: this.message, field: this.field, ids: this.ids };
  }
}

/** The refusal `code`, in words; `details` name the field and the jobs concerned. */
export function refuse(
  code: RejectionCode,
  message: string,
  details: Pick<Rejection, "field" | "ids"> = {},
): never {
  throw new Rejected({ code, message, ...details });
}
