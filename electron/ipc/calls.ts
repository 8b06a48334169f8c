/** What each of the window's calls does with the engine. */

import type { z } from "zod";
import type { DurableLab } from "../../engine/index.ts";
import type { Call, requests, Results, WorkflowReading } from "../api/contract.ts";

/** Longer lists are looked at by nobody. */
const MOST_PREVIEWED = 500;

/** A request after parsing, as each call takes it. */
export type Parsed<C extends Call> = z.output<(typeof requests)[C]>;

export type Calls = { readonly [C in Call]: (request: Parsed<C>) => Promise<Results[C]> };

/** Where the calls are made from. */
export interface Desk {
  readonly database: string;
  /** Commands are recorded under this name. */
  readonly actor: string;
  /** What is known by now to be wrong with the database. */
  readonly damage: () => string | null;
  readonly readWorkflow: (source: "file" | "sample") => Promise<WorkflowReading | null>;
}

export function callsOn(lab: DurableLab, { database, actor, damage, readWorkflow }: Desk): Calls {
  return {
    submit: (submission) => lab.perform({ name: "submit", ...submission }, { actor }),
    submitMany: async ({ jobs }) => {
      await lab.perform({ name: "submitMany", jobs }, { actor });
      return { submitted: jobs.length };
    },
    claim: () => lab.perform({ name: "claim" }, { actor }),
    complete: ({ id, token }) => lab.perform({ name: "complete", id, token }, { actor }),
    report_failure: async ({ id, token, reason }) => {
      await lab.perform({ name: "reportFailure", id, token }, { actor, reason });
      return lab.read({ name: "job", id });
    },
    redrive: ({ id, reason }) => lab.perform({ name: "redrive", id }, { actor, reason }),
    preview: ({ command }) => lab.perform({ name: "preview", command, most: MOST_PREVIEWED }, { actor }),
    setPrerequisites: async ({ id, after, reason, revision }) => {
      await lab.perform(
        { name: "setPrerequisites", id, after, seen: revision === undefined ? null : { [id]: revision } },
        { actor, reason },
      );
      return lab.read({ name: "job", id });
    },
    list: (query) => lab.read({ name: "list", ...query }),
    get: ({ id }) => lab.read({ name: "page", id }),
    quarantined: () => lab.read({ name: "quarantine" }),
    status: () => {
      const { counts, paused, maxFailures, trouble, loss, notices } = lab.news;
      return Promise.resolve({
        counts,
        paused,
        database,
        maxFailures,
        actor,
        trouble,
        damage: damage(),
        loss,
        notices,
      });
    },
    readWorkflow: ({ source }) => readWorkflow(source),
  };
}
