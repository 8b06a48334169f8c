/** The only door to the engine. */

export type { Change, ChangeListener } from "./changes.ts";
export { perform, type Command, type CommandName, type Commands, type ResultOf } from "./commands.ts";
export { LabDispatcher, type LabOptions } from "./dispatcher.ts";
export { checkInvariants } from "./invariants.ts";
export { DurableLab, type DurableOptions } from "./durable/lab.ts";
export type { LabNews, Order, Reading, ReadingName, Readings } from "./durable/protocol.ts";
export type { ListQuery } from "./durable/sqlite/queries.ts";
export { DatabaseRefused } from "./durable/sqlite/refused.ts";
export type * from "./model.ts";
export { Rejected, type Rejection, type RejectionCode } from "./rejected.ts";
export {
  readWorkflowFile,
  type Known,
  type Problem,
  type WorkflowFile,
  type WorkflowJob,
} from "./workflow-file.ts";
