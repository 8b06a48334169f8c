/** Why a job isn't running (rule O6): the facts, and one English sentence. O(its prerequisites), and Q4 in quarantine. */

import { NEVER, stateOf, type Job } from "./job.ts";
import type { LabState } from "./lab-state.ts";
import { listed } from "./listed.ts";
import type { Explanation, Hold, JobId, JobState, Millis } from "./model.ts";
import { causesOf } from "./quarantine.ts";

/** `offered`: all the capabilities that stations have; undefined if that isn't known. */
export function explain(job: Job, lab: LabState, offered: ReadonlySet<string> | undefined): Explanation {
  const missing = offered ? job.terms.requires.filter((name) => !offered.has(name)) : [];
  const facts = factsOf(job, lab, missing);
  const also = COMING.has(facts.state) ? alsoOf(job, facts.state, missing) : {};
  return {
    id: job.id,
    ...facts,
    ...also,
    sentence: [sentenceOf(job, facts), ...alsoInWords(also)].join(" "),
  };
}

/** The states of jobs that are still to be handed out. */
const COMING: ReadonlySet<JobState> = new Set<JobState>([
  "blocked",
  "held",
  "waiting",
  "ready",
  "quarantined",
]);

type Also = Pick<Explanation, "alsoHeld" | "alsoMissing">;

function alsoOf(job: Job, state: JobState, missing: readonly string[]): Also {
  return {
    ...(job.hold && state !== "held" ? { alsoHeld: job.hold } : {}),
    ...(missing.length > 0 && state !== "ready" ? { alsoMissing: missing } : {}),
  };
}

function alsoInWords({ alsoHeld, alsoMissing }: Also): string[] {
  return [
    ...(alsoHeld ? [`It is also held${holdInWords(alsoHeld)}`] : []),
    ...(alsoMissing ? [noneOffers(alsoMissing)] : []),
  ];
}

type Facts = Explanation extends infer E
  ? E extends Explanation
    ? Omit<E, "id" | "sentence">
    : never
  : never;

function factsOf(job: Job, lab: LabState, missing: readonly string[]): Facts {
  const state = stateOf(job, lab.clock);
  switch (state) {
    case "completed":
      return { state, byHand: job.byHand };
    case "cancelled":
      return { state };
    case "claimed":
      return { state, attempt: job.attempts, deadline: job.deadline === NEVER ? null : job.deadline };
    case "quarantined": {
      const causes = causesOf(job).map(({ id }) => id);
      return { state, failedItself: job.failedItself, failures: job.failures, causes };
    }
    case "blocked":
      return {
        state,
        waitsFor: job.prerequisites
          .filter(isUnmet)
          .map((needed) => ({ id: needed.id, state: stateOf(needed, lab.clock) })),
      };
    case "held":
      return { state, hold: job.hold ?? { by: null, reason: null } };
    case "waiting":
      return { state, ...waitOf(job, lab), failures: job.failures };
    case "ready": {
      const { requires, station } = job.terms;
      const isNext = lab.line.firstFor(undefined, station) === job;
      return { state, paused: lab.paused, requires, station: station ?? null, missing, isNext };
    }
  }
}

/** The later of its two waits: for its earliest start, and for the end of its backoff. */
function waitOf({ eligibleAt, notBefore }: Job, lab: LabState): { until: Millis; by: "running" | "wall" } {
  const isStartLater = notBefore > 0 && notBefore - lab.wall >= eligibleAt - lab.clock;
  return isStartLater ? { until: notBefore, by: "wall" } : { until: eligibleAt, by: "running" };
}

const isUnmet = (needed: Job): boolean => needed.phase !== "completed";

function sentenceOf({ id }: Job, facts: Facts): string {
  switch (facts.state) {
    case "completed":
      return facts.byHand ? `${id} was completed by hand.` : `${id} is completed.`;
    case "cancelled":
      return `${id} is cancelled and will not run.`;
    case "claimed":
      return `${id} is running: attempt ${facts.attempt}${facts.deadline === null ? "" : `, claimed until ${facts.deadline}`}.`;
    case "quarantined":
      return quarantineSentence(id, facts);
    case "blocked":
      return `${id} waits for ${listed(facts.waitsFor.map((needed) => `${needed.id} (${STATE_IN_WORDS[needed.state]})`))}.`;
    case "held":
      return `${id} is held${holdInWords(facts.hold)}`;
    case "waiting":
      return facts.by === "wall"
        ? `${id} may not start before ${facts.until}.`
        : `${id} waits until ${facts.until}, after ${failuresOf(facts.failures)}.`;
    case "ready":
      return readySentence(id, facts);
  }
}

function quarantineSentence(id: JobId, facts: Extract<Facts, { state: "quarantined" }>): string {
  const others = facts.causes.filter((cause) => cause !== id);
  const because =
    others.length === 0 ? "" : `${listed(others)}, which ${others.length === 1 ? "is" : "are"} in quarantine`;
  if (!facts.failedItself) return `${id} is in quarantine because of ${because}.`;
  const own = `${id} is in quarantine after ${failuresOf(facts.failures)}`;
  return because === "" ? `${own}.` : `${own}, and behind ${because}.`;
}

function readySentence(
  id: JobId,
  { paused, requires, station, missing, isNext }: Extract<Facts, { state: "ready" }>,
): string {
  if (paused) {
    const lacking = missing.length > 0 ? ` ${noneOffers(missing)}` : "";
    return `${id} is ready, but nothing is handed out while the dispatcher is paused.${lacking}`;
  }
  if (missing.length > 0) return `${id} is ready, but no station offers ${listed(missing)}.`;
  if (station !== null) return `${id} is ready: it waits for ${station}, which alone may be given it.`;
  const robot = requires.length === 0 ? "robot" : `robot that offers ${listed(requires)}`;
  return isNext
    ? `${id} is ready and goes to the next ${robot}.`
    : `${id} is ready: it waits for its turn with a ${robot}.`;
}

const STATE_IN_WORDS: Readonly<Record<JobState, string>> = {
  blocked: "blocked",
  held: "held",
  waiting: "waiting",
  ready: "ready",
  claimed: "running",
  quarantined: "in quarantine",
  completed: "completed",
  cancelled: "cancelled",
};

const noneOffers = (missing: readonly string[]): string => `No station offers ${listed(missing)}.`;

const failuresOf = (count: number): string => (count === 1 ? "1 failure" : `${count} failures`);

const holdInWords = ({ by, reason }: Hold): string =>
  `${by === null ? "" : ` by ${by}`} until somebody lets it go${reason === null ? "" : `: ${reason}`}${endOf(reason)}`;

/** A reason that ends as a sentence does needs no further stop. */
const endOf = (text: string | null): string => (text !== null && /[.!?]$/.test(text) ? "" : ".");
