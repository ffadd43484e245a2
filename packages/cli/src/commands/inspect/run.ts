import { resolve } from "node:path";
import type { RunCommand } from "../../program/command.js";
import { exitCodes } from "../../program/exit-codes.js";
import type { SequencePolicy } from "../../recordings/channel-count.js";
import { inspectRecording } from "../../recordings/inspect-recording.js";
import { confineRecording } from "./confine-recording.js";
import { inspectionText } from "./inspection-text.js";

/** What the command line says. */
export interface InspectFlags {
  readonly sequencePolicy: SequencePolicy;
}

/** Counts what a recording holds. */
export const run: RunCommand<InspectFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, signal, workingDirectory, screen, styles } = context;
  const directory = await confineRecording(resolve(workingDirectory, String(typed)), context.confine);
  const bar = output.progress("Reading");
  let found: Awaited<ReturnType<typeof inspectRecording>>;
  try {
    const { sequencePolicy } = options;
    found = await inspectRecording(directory, {
      sequencePolicy,
      signal,
      onProgress: (done, all) => bar.update(done, all),
    });
  } finally {
    bar.end();
  }
  const columns = screen.isTerminal ? screen.size().columns : Number.POSITIVE_INFINITY;
  output.result(
    { ...found, directory: String(typed) },
    inspectionText({ ...found, directory: String(typed) }, columns, styles),
  );
  return found.damaged.length > 0 ? exitCodes.damaged : exitCodes.done;
};
