import { parentPort } from "node:worker_threads";
import { SnapshotMaker } from "./snapshot-maker.js";
import type { FromSnapshotThread, ToSnapshotThread } from "./snapshot-messages.js";

// The module of the thread that makes snapshots.
const maker = new SnapshotMaker();

function answer(message: ToSnapshotThread): FromSnapshotThread {
  try {
    return maker.take(message);
  } catch (error) {
    return { kind: "failed", text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", (message: ToSnapshotThread) => parentPort?.postMessage(answer(message), []));
