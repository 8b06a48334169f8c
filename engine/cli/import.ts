/** `lab import`: a workflow file into a database, whole or not at all. */

import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import { DurableLab, readWorkflowFile, Rejected, type Problem, type WorkflowFile } from "../index.ts";
import { BadUse } from "./bad-use.ts";

/** Something in the file is wrong, so nothing was submitted. */
export class ImportRefused extends Error {}

/** Gives what to print. Throws ImportRefused with a line for each problem, DatabaseRefused, BadUse. */
export async function importWorkflow(file: string, database: string, json: boolean): Promise<string> {
  const content = await read(file);
  const lab = await DurableLab.open({ file: database });
  try {
    const workflow = await readWorkflowFile(content, (ids) => lab.read({ name: "known", ids }));
    if (workflow.problems.length > 0) throw refusal(file, workflow.problems);
    await submit(lab, file, workflow);
    const submitted = workflow.jobs.length;
    return json
      ? `${JSON.stringify({ submitted, database })}\n`
      : `Submitted ${String(submitted)} jobs to ${database}.\n`;
  } finally {
    await lab.close();
  }
}

async function submit(lab: DurableLab, file: string, { jobs }: WorkflowFile): Promise<void> {
  const submissions = jobs.map(({ id, backoff, after }) => ({ id, backoff, after }));
  try {
    await lab.perform({ name: "submitMany", jobs: submissions }, { actor: userInfo().username });
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const [, index] = /^jobs\[(\d+)\]/.exec(error.field ?? "") ?? [];
    const line = jobs[Number(index)]?.line ?? jobs.find(({ id }) => id === error.ids?.[0])?.line ?? 1;
    throw refusal(file, [{ line, message: error.message }]);
  }
}

async function read(file: string): Promise<string | Uint8Array> {
  if (file === "-") return text(process.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw new BadUse(`${file} can't be read (${(error as Error).message}).`);
  }
}

function refusal(file: string, problems: readonly Problem[]): ImportRefused {
  const lines = problems.map(({ line, message }) => `${file}:${String(line)}: ${message}`);
  return new ImportRefused([...lines, "Nothing was submitted."].join("\n"));
}
