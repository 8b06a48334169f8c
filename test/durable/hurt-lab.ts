/**
 * A process whose disk fails: `node hurt-lab.ts FILE JOBS CALLERS` opens a lab, and so many callers submit so many jobs,
 * each asked for again after STORAGE_FAILED, once the lab can store again. Prints one line of JSON for each answer.
 */

import { DurableLab, Rejected } from "../../engine/index.ts";
import { until } from "./lab-waiting.ts";

/** What a line says; `trouble` is what operators are shown at that moment. */
export type Told =
  | { readonly did: "open" | "submit"; readonly id: string }
  | {
      readonly failed: string;
      readonly code: string;
      readonly message: string;
      readonly trouble: string | null;
    };

/** Each change fills a page, so that the log is soon long enough to be moved into the file. */
const payload = { protocol: "x".repeat(4_000) };
const order = { actor: "ada" };

const [file = "", jobs = "0", callers = "1"] = process.argv.slice(2);
const lab = await DurableLab.open({ file });
say({ did: "open", id: String(process.pid) });
await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => submitAll(caller)));
await lab.close();

async function submitAll(caller: number): Promise<void> {
  for (let n = caller; n < Number(jobs); n += Number(callers)) await submit(`job-${String(n)}`);
}

async function submit(id: string): Promise<void> {
  for (;;) {
    try {
      await lab.perform({ name: "submit", id, backoff: 0, payload }, order);
      say({ did: "submit", id });
      return;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      // It had been done after all.
      if (error.code === "DUPLICATE_JOB") {
        say({ did: "submit", id });
        return;
      }
      say({ failed: id, code: error.code, message: error.message, trouble: lab.news.trouble });
      await until(lab, () => lab.news.trouble === null);
    }
  }
}

/** Writing to a pipe is synchronous here: the line has left before anything else is done. */
function say(line: Told): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
