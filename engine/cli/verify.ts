/** `lab verify`: whether a database is whole, in words. */

import { verify, type VerifyReport } from "../index.ts";
import { inJson, type Outcome } from "./outcome.ts";

/** Throws DatabaseRefused. */
export function verifyDatabase(file: string, json: boolean): Outcome {
  const report = verify(file);
  return { text: json ? inJson(report) : inWords(report), failed: !report.clean };
}

function inWords(report: VerifyReport): string {
  const { file, clean, jobs, events, lastHash, findings, more } = report;
  const size = `${String(events)} events, ${String(jobs)} jobs`;
  const lines = clean
    ? [
        `${file} is whole: ${size}, all stored as the events say.`,
        `The chain of events ends with ${lastHash}.`,
      ]
    : [
        `${file} is NOT whole (${size}):`,
        ...findings.map((finding) => `  ${finding}`),
        ...(more > 0 ? [`  … and ${String(more)} more.`] : []),
        "Keep it as it is, and restore a backup: lab restore BACKUP --to DATABASE --replace",
      ];
  return `${lines.join("\n")}\n`;
}
