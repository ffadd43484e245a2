import type { MessagePort } from "node:worker_threads";
import { createInflate } from "@depthwire/book";
import type { ShardRecording } from "@depthwire/recording/internal";
import { type OpenSocket, readFeeds } from "@depthwire/stream";
import { runShard, ShardBooks, type ShardPort, socketsOfFeeds, type ToShard } from "@depthwire/stream/internal";
import { createNodeClock } from "./clock.js";
import { feedPortOn } from "./message-port.js";
import { type ShardModuleParts, startShardModule } from "./shard-module.js";
import type { ShardTask } from "./shard-task.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";

/** What a shard's thread runs: one long task, from its configuration to the message that stops it. */
export default async function runShardTask(task: ShardTask): Promise<void> {
  const { config, port, heartbeat, world, reports, feeds } = task;
  const heart = new Heart(new Int32Array(heartbeat));
  const clock = createNodeClock();
  const books = new ShardBooks();
  const module = await startShardModule(world.module, { shard: config.shard, clock });
  const recording = await recordingOf(task, books);
  const stopReporting = startReporting(recording, reports);
  await new Promise<void>((resolve) => {
    const stopped = async (): Promise<void> => {
      await recording?.close();
      stopReporting();
      await module.close?.();
    };
    const shardPort = books.listenOn(shardPortOn(port, () => heart.answered(), stopped, resolve));
    const openSocket = socketsOf(task, module);
    books.handle = runShard(config, shardPort, {
      clock,
      random: Math.random,
      openSocket: recording?.tap(openSocket) ?? openSocket,
      createInflate: () => createInflate(config.frameLimits),
      listenToFrames: module.listenToFrames,
    });
  });
  heart.stop();
  feeds?.close();
  reports?.close();
  port.close();
}

function socketsOf({ config, world, feeds }: ShardTask, { openFeed }: ShardModuleParts): OpenSocket {
  if (openFeed !== undefined) {
    return socketsOfFeeds(openFeed);
  }
  return feeds === undefined
    ? createNodeSocketOpener(socketLimitsFor(config.frameLimits, world.socketLimits), world.network)
    : readFeeds(feedPortOn(feeds), { nextTurn: setImmediate });
}

/** What records is loaded where something is recorded. */
async function recordingOf({ world, config }: ShardTask, books: ShardBooks): Promise<ShardRecording | undefined> {
  const { record } = world;
  if (record === undefined) {
    return undefined;
  }
  const { recordShard } = await import("./shard-recording.js");
  return recordShard(record, config.shard, () => books.views());
}

const reportEveryMs = 250;

/** Tells the host what was recorded, and ends the recording when it says so. Returns what ends that, with a last word. */
function startReporting(recording: ShardRecording | undefined, reports: MessagePort | undefined): () => void {
  if (recording === undefined || reports === undefined) {
    return () => {};
  }
  const report = (): void => reports.postMessage(recording.report(), []);
  report();
  const timer = setInterval(report, reportEveryMs);
  const end = async (): Promise<void> => {
    await recording.close();
    report();
  };
  reports.on("message", () => void end());
  return () => {
    clearInterval(timer);
    report();
  };
}

/** What the host's `defaultPulseWatchOptions` count on. */
const beatEveryMs = 25;

/**
 * Raises the word while the event loop runs. The first beat makes a starting thread a running one, which may not be silent for as
 * long: so it comes once the shard has answered a message, and its loop has come round after that.
 */
class Heart {
  readonly #word: Int32Array;
  #state: "waiting" | "begun" | "stopped" = "waiting";
  #timer: NodeJS.Timeout | undefined;

  constructor(word: Int32Array) {
    this.#word = word;
  }

  /** The shard sent a message. */
  answered(): void {
    if (this.#state !== "waiting") {
      return;
    }
    this.#state = "begun";
    setImmediate(() => this.#begin());
  }

  stop(): void {
    this.#state = "stopped";
    clearInterval(this.#timer);
  }

  #begin(): void {
    if (this.#state === "stopped") {
      return;
    }
    this.#beat();
    this.#timer = setInterval(() => this.#beat(), beatEveryMs);
  }

  #beat(): void {
    Atomics.add(this.#word, 0, 1);
  }
}

/**
 * @param answered told after each message of the shard
 * @param stopping ends what has to be ended before the shard says that it stopped: after that word the thread may be ended
 */
function shardPortOn(
  port: MessagePort,
  answered: () => void,
  stopping: () => Promise<void>,
  stopped: () => void,
): ShardPort {
  return {
    post(message, transfer = []) {
      port.postMessage(message, transfer);
      answered();
    },
    onMessage(handler) {
      const stop = async (message: ToShard): Promise<void> => {
        await stopping();
        handler(message);
        stopped();
      };
      port.on("message", (message: ToShard) => {
        if (message.kind === "stop") {
          void stop(message);
        } else {
          handler(message);
        }
      });
    },
  };
}
