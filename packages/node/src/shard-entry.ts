import type { MessagePort } from "node:worker_threads";
import { createInflate, runShard, type ShardPort, type ToShard } from "@depthwire/stream";
import { createNodeClock } from "./clock.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import type { ShardTask } from "./thread.js";

/** What a shard's thread runs: one long task, from its configuration to the message that stops it. */
export default async function runShardTask({ config, port, heartbeat }: ShardTask): Promise<void> {
  const stopBeating = startBeating(new Int32Array(heartbeat));
  await new Promise<void>((resolve) => {
    runShard(config, shardPortOn(port, resolve), {
      clock: createNodeClock(),
      random: Math.random,
      openSocket: createNodeSocketOpener(socketLimitsFor(config.frameLimits)),
      createInflate: () => createInflate(config.frameLimits),
    });
  });
  stopBeating();
  port.close();
}

/** What the host's `defaultPulseWatchOptions` count on. */
const beatEveryMs = 25;

/** Raises the word while the event loop runs. Returns what ends it. */
function startBeating(word: Int32Array): () => void {
  Atomics.add(word, 0, 1);
  const timer = setInterval(() => Atomics.add(word, 0, 1), beatEveryMs);
  return () => clearInterval(timer);
}

function shardPortOn(port: MessagePort, stopped: () => void): ShardPort {
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    onMessage(handler) {
      port.on("message", (message: ToShard) => {
        handler(message);
        if (message.kind === "stop") stopped();
      });
    },
  };
}
