import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "With inspect an expired job is held.",
    file: "engine/failure.ts",
    find: 'return inspect ? [failed, { kind: "held", job, hold: INSPECT }] : [failed];',
    replace: "return [failed];",
  },
  {
    breaks: "The default is retry.",
    file: "engine/lab-options.ts",
    find: 'onExpiry: onExpiry ?? "retry",',
    replace: 'onExpiry: onExpiry ?? "inspect",',
  },
  {
    breaks: "A job's own word goes before the dispatcher's.",
    file: "engine/failure.ts",
    find: "(job.terms.onExpiry ?? policy.onExpiry)",
    replace: "policy.onExpiry",
  },
  {
    breaks: "The dispatcher's word holds where the job has none.",
    file: "engine/failure.ts",
    find: "(job.terms.onExpiry ?? policy.onExpiry)",
    replace: "job.terms.onExpiry",
  },
  {
    breaks: "A failure that was reported holds nothing.",
    file: "engine/failure.ts",
    find: 'kind === "expired" && (job',
    replace: "(job",
  },
];
