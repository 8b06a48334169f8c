/** Random jobs to submit, with options of every kind (rule S4). */

import fc from "fast-check";
import type { JobOptions, Submission } from "../../engine/index.ts";
import { aims, nameOf, neededBy, newId, type Aim } from "./aim.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";

export const CAPABILITIES = ["extraction", "amplification", "sequencing"];

/** Becomes a submission when it is known what the lab holds. */
export interface Draft {
  readonly aim: Aim;
  readonly backoff: number;
  readonly after: readonly number[];
  /** Others of the same call that it needs too. */
  readonly together: readonly number[];
  readonly notBefore: number | null | undefined;
  readonly options: JobOptions;
}

/** Numbers to pick jobs with: often none, seldom many. */
export const picks: fc.Arbitrary<number[]> = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: fc.constant<number[]>([]) },
  { weight: 3, arbitrary: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(fc.nat({ max: 999 }), { minLength: 2, maxLength: 4, size: "max" }) },
);

/** Absent three times out of four. */
const seldom = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 17, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: values },
  );

const options: fc.Arbitrary<JobOptions> = fc.record({
  priority: seldom(fc.integer({ min: -1, max: 2 })),
  requires: seldom(fc.oneof(fc.constantFrom(...CAPABILITIES), fc.subarray(CAPABILITIES))),
  maxFailures: seldom(fc.integer({ min: 1, max: 4 })),
  // The last one overflows at the second failure or the third.
  backoffFactor: seldom(fc.constantFrom(1, 1.5, 2, 1e200)),
  backoffMax: seldom(fc.nat({ max: 9 })),
  jitter: seldom(fc.constantFrom(0, 0.3, 1)),
  onExpiry: seldom(fc.constantFrom("retry", "inspect")),
  payload: seldom(fc.constantFrom({ plate: 7 }, "", [null])),
  labels: seldom(fc.constantFrom([], ["plate-7", "sample-1"])),
});

export const drafts: fc.Arbitrary<Draft> = fc.record({
  aim: aims,
  backoff: fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 4 }) },
    { weight: 2, arbitrary: fc.nat({ max: 30 }) },
  ),
  after: picks,
  together: picks,
  notBefore: seldom(fc.nat({ max: 9 })),
  options,
});

/** The `place`-th job of a call that submits `many`. */
export function submissionOf(draft: Draft, lab: BruteForceLab, place = 0, many = 1): Submission {
  const { aim, backoff, notBefore, options } = draft;
  // Without care, a job of the same call may need one that comes later in it, or itself.
  const reach = aim.care < 2 ? many : place;
  const together =
    reach === 0 || many === 1 ? [] : draft.together.map((pick) => nameOf(lab.jobs.length + (pick % reach)));
  const after = [...neededBy(aim, lab, draft.after), ...together];
  return {
    ...options,
    id: newId(aim, lab, place),
    backoff,
    after: after.length === 0 ? [undefined, null, []][aim.pick % 3] : after,
    notBefore: typeof notBefore === "number" ? Math.max(0, lab.clock + notBefore - 2) : notBefore,
  };
}
