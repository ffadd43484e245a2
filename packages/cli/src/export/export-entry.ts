import { type ExportAnswer, type ExportTask, runExportTask } from "./export-task.js";

/** What a thread does. */
export default function exportInThread(task: ExportTask): Promise<ExportAnswer> {
  return runExportTask(task);
}
