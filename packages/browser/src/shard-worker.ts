/** What a worker loads: it says that it is there, and runs the one task that it is given. */
import { followPageLife, type LifeEvents } from "./page-life.js";
import { runShardTask } from "./shard-entry.js";
import { readyWord, type ShardTask } from "./shard-task.js";

const scope = globalThis as unknown as LifeEvents & { postMessage(message: unknown, transfer: Transferable[]): void };

scope.addEventListener("message", (event) => {
  runShardTask((event as MessageEvent<ShardTask>).data, followPageLife());
});
scope.postMessage(readyWord, []);
