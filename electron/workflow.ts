/** Reads a workflow for the window: a file that the person chooses, or the sample that ships with the app. */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { dialog, type BrowserWindow } from "electron";
import { readWorkflowFile, Rejected, type DurableLab } from "../engine/index.ts";
import type { WorkflowReading } from "./api/contract.ts";
import sample from "./samples/96-samples-4-steps.csv";

const MOST_PROBLEMS = 100;

/** Gives null if the person chooses none. */
export async function chooseWorkflow(
  window: BrowserWindow,
  lab: DurableLab,
): Promise<WorkflowReading | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: "Import workflow",
    buttonLabel: "Read",
    filters: [{ name: "Workflow (CSV: id, backoff, after)", extensions: ["csv"] }],
    properties: ["openFile"],
  });
  const [file] = filePaths;
  return file === undefined ? null : readWorkflow(basename(file), await contentOf(file), lab);
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const message = `${basename(file)} can't be read (${(error as Error).message}). Nothing was submitted.`;
    throw new Rejected({ code: "INVALID_ARGUMENT", message, field: "file" });
  }
}

export function sampleWorkflow(lab: DurableLab): Promise<WorkflowReading> {
  return readWorkflow("96 samples × 4 steps", sample, lab);
}

async function readWorkflow(name: string, text: Buffer | string, lab: DurableLab): Promise<WorkflowReading> {
  const { jobs, problems } = await readWorkflowFile(text, (ids) => lab.read({ name: "known", ids }));
  return { name, jobs, problems: problems.slice(0, MOST_PROBLEMS), problemsTotal: problems.length };
}
