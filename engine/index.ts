/** The only door to the engine. */

export type { Author, Change, ChangeListener, JobChange, Labels } from "./changes.ts";
export { perform, type Command, type CommandName, type Commands, type ResultOf } from "./commands.ts";
export { LabDispatcher, type CancelOptions } from "./dispatcher.ts";
export type { Job } from "./job.ts";
export type { LabOptions } from "./lab-options.ts";
export type { Counters, StoredLab } from "./stored-lab.ts";
export { checkInvariants } from "./invariants.ts";
export { DurableLab, type DurableOptions } from "./durable/lab.ts";
export type { LabNews, Order, Reading, ReadingName, Readings } from "./durable/protocol.ts";
export type { EventQuery } from "./durable/sqlite/event-query.ts";
export type { HistoryQuery } from "./durable/sqlite/history-query.ts";
export type { ListQuery } from "./durable/sqlite/list-filters.ts";
export type { ListOrder } from "./durable/sqlite/list-order.ts";
export type { ThroughputQuery } from "./durable/sqlite/throughput-query.ts";
export {
  backUpIfDue,
  backUpInBackground,
  verifyInBackground,
  type BackupPlan,
  type CareOptions,
} from "./durable/care.ts";
export { isoTime } from "./durable/clock.ts";
export { backupsIn, DAILY, keepBackups, nextBackupAt, type KeptBackup } from "./durable/backups.ts";
export { backUp, type Backup, type BackupOptions } from "./durable/sqlite/care/backup.ts";
export { exportedLines, type ExportFormat } from "./durable/sqlite/care/export.ts";
export { restore, type Restored, type RestoreOptions } from "./durable/sqlite/care/restore.ts";
export type { MayHaveRun, Ran, SinceBackup } from "./durable/sqlite/care/since-backup.ts";
export { verify, type VerifyReport } from "./durable/sqlite/care/verify.ts";
export { DatabaseRefused } from "./durable/sqlite/refused.ts";
export type * from "./model.ts";
export type { OperatorCommand, OperatorCommandName, OperatorCommands } from "./operator-commands.ts";
export { Rejected, type Rejection, type RejectionCode } from "./rejected.ts";
export { WorkQueue, type LeaseId, type Reservation, type TaskState } from "./work-queue.ts";
export {
  readWorkflowFile,
  type Known,
  type Problem,
  type WorkflowFile,
  type WorkflowJob,
} from "./workflow-file.ts";
