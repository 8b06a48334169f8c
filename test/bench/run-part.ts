/** One part of the bench, in the process that `bench.ts` starts for it. */

import { callsReport } from "./calls.ts";
import { durableReport } from "./durable.ts";
import { editsReport } from "./edits.ts";
import { memoryReport } from "./memory.ts";
import { mixedReport } from "./mixed.ts";
import { isPart, type Part, type PartOptions } from "./parts.ts";
import type { Report } from "./report.ts";

const reportOf: Readonly<Record<Part, (options: PartOptions) => Report | Promise<Report>>> = {
  mixed: mixedReport,
  calls: callsReport,
  memory: memoryReport,
  edits: editsReport,
  durable: durableReport,
};

const [, , name = "", long] = process.argv;
if (!isPart(name)) throw new Error(`there is no part ${name}`);
process.send?.(await reportOf[name]({ long: long === "--long" }));
