/** One part of the bench, in the process that `bench.ts` starts for it. */

import { callsReport } from "./calls.ts";
import { editsReport } from "./edits.ts";
import { memoryReport } from "./memory.ts";
import { mixedReport } from "./mixed.ts";
import { isPart, type Part } from "./parts.ts";
import type { Report } from "./report.ts";

const reportOf: Readonly<Record<Part, () => Report>> = {
  mixed: mixedReport,
  calls: callsReport,
  memory: memoryReport,
  edits: editsReport,
};

const [, , name = ""] = process.argv;
if (!isPart(name)) throw new Error(`there is no part ${name}`);
process.send?.(reportOf[name]());
