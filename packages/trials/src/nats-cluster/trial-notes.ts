import { writeSync } from "node:fs";

const notesDescriptor = 3;

/** Writes one line of notes. The parent's pipe has it when this returns, so that it outlives any kill. */
export function writeNote(note: object): void {
  writeSync(notesDescriptor, `${JSON.stringify(note)}\n`);
}

/** What this process is to do stands in its one argument. Nobody waits for it once its parent is gone. */
export function trialOrders<Orders>(): Orders {
  process.on("unhandledRejection", writeFailure);
  process.on("uncaughtException", writeFailure);
  process.on("disconnect", () => process.exit(0));
  return JSON.parse(process.argv[2] ?? "{}") as Orders;
}

/** Writes down what must not have happened. */
export function writeFailure(error: unknown): void {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  writeNote({ note: "failed", what });
}
