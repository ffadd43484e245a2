import type { MessagePort } from "node:worker_threads";
import { createInflate, runShard, type ShardPort, type ToShard } from "@depthwire/stream";
import { createNodeClock } from "./clock.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import type { ShardTask } from "./thread.js";

/** What a shard's thread runs: one long task, from its configuration to the message that stops it. */
export default async function runShardTask({ config, port }: ShardTask): Promise<void> {
  await new Promise<void>((resolve) => {
    runShard(config, shardPortOn(port, resolve), {
      clock: createNodeClock(),
      random: Math.random,
      openSocket: createNodeSocketOpener(socketLimitsFor(config.frameLimits)),
      createInflate: () => createInflate(config.frameLimits),
    });
  });
  port.close();
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
