import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Priority is 0 if absent.",
    file: "engine/submission.ts",
    find: "priority: priority ?? 0,",
    replace: "priority: priority ?? 1,",
  },
  {
    breaks: "The priority counts.",
    file: "engine/submission.ts",
    find: "priority: priority ?? 0,",
    replace: "priority: 0,",
  },
  {
    breaks: "The eligible time is the earliest start, if that is to come.",
    file: "engine/admission.ts",
    find: "const ahead = notBefore > wall ? notBefore : 0;",
    replace: "const ahead = 0;",
  },
  {
    breaks: "The eligible time is now, if the earliest start is past.",
    file: "engine/admission.ts",
    find: "const ahead = notBefore > wall ? notBefore : 0;",
    replace: "const ahead = notBefore;",
  },
  {
    breaks: "A job's own maxFailures overrides the dispatcher's.",
    file: "engine/failure.ts",
    find: "job.terms.maxFailures ?? policy.maxFailures",
    replace: "policy.maxFailures",
  },
  {
    breaks: "backoffFactor is 1 or more.",
    file: "engine/submission.ts",
    find: "!isBetween(backoffFactor, 1, Number.MAX_VALUE)",
    replace: "!isBetween(backoffFactor, 0, Number.MAX_VALUE)",
  },
  {
    breaks: "jitter is 1 at most.",
    file: "engine/submission.ts",
    find: "!isBetween(jitter, 0, 1)",
    replace: "!isBetween(jitter, 0, 2)",
  },
  {
    breaks: "The factor counts.",
    file: "engine/submission.ts",
    find: "backoffFactor: backoffFactor ?? 1,",
    replace: "backoffFactor: 1,",
  },
  {
    breaks: "The longest backoff counts.",
    file: "engine/submission.ts",
    find: "backoffMax: backoffMax ?? undefined,",
    replace: "backoffMax: undefined,",
  },
  {
    breaks: "The jitter counts.",
    file: "engine/submission.ts",
    find: "jitter: jitter ?? 0,",
    replace: "jitter: 0,",
  },
  {
    breaks: "What an expiry leads to counts.",
    file: "engine/submission.ts",
    find: "onExpiry: onExpiry ?? undefined,",
    replace: "onExpiry: undefined,",
  },
  {
    breaks: "One capability can be required as a word.",
    file: "engine/submission.ts",
    find: 'typeof requires === "string" ? [requires] : requires',
    replace: "requires",
  },
  {
    breaks: "The payload is told.",
    file: "engine/submission.ts",
    find: "payload: payload ?? null,",
    replace: "payload: null,",
  },
  {
    breaks: "The labels are told.",
    file: "engine/submission.ts",
    find: 'labels: isAbsent(labels) ? NO_LABELS : checkNames(labels, "labels", "labels"),',
    replace: "labels: NO_LABELS,",
  },
  {
    breaks: "A payload is JSON.",
    file: "engine/submission.ts",
    find: 'if (!isAbsent(payload)) checkJson(payload, "payload");',
    replace: "",
  },
];
