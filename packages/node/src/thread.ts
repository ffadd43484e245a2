import { setTimeout as delay } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import type { RecordingReport } from "@depthwire/recording/internal";
import type { OpenFeed } from "@depthwire/stream";
import type {
  FromShard,
  ShardConfig,
  ShardThread,
  ShardThreadHandlers,
  StartShardThread,
} from "@depthwire/stream/internal";
import { shardEntry } from "./built-module.js";
import type { ShardTask, ShardWorldOptions } from "./shard-task.js";
import { openFeedLine, openRecordingLine } from "./side-lines.js";
import { type TakenThread, ThreadStock } from "./thread-stock.js";

/** Threads for shards. */
export interface ShardThreadPool {
  /** The `StartShardThread` port. */
  readonly start: StartShardThread;
  /** Ends the recordings of the threads, while their books still stand. Resolves when they are whole, within a bounded time. */
  endRecordings(): Promise<void>;
  /** Ends the threads that still run. Resolves when they are gone, within a bounded time. */
  close(): Promise<void>;
}

/** How a pool of shard threads is made. */
export interface ShardThreadPoolOptions {
  /** The module that a thread runs; its default export takes a {@link ShardTask}. Default: this package's own. */
  readonly entry?: URL;
  /** How the threads make their connections, and whether they record them. */
  readonly world?: ShardWorldOptions | undefined;
  /** Where the program has connections of its own: the threads make none, they read what it hands on. */
  readonly openFeed?: OpenFeed | undefined;
  /** Called now and then, and at a shard's end, with what it has recorded. */
  readonly onRecording?: ((shard: number, report: RecordingReport) => void) | undefined;
}

/**
 * How long the end of a thread is waited for, in milliseconds.
 * JavaScript ends at once, even in an endless loop; only native code can hold a thread longer.
 */
const endTimeoutMs = 5_000;

/**
 * Threads for long tasks, one shard each. Short tasks belong in a pool of their own, where they do not starve. Once all shards run,
 * one thread more stands by with its code loaded, in place of the first that is lost. The process stays alive while a shard runs.
 */
export function createShardThreadPool(options: ShardThreadPoolOptions = {}): ShardThreadPool {
  const stock = new ThreadStock(options.entry ?? shardEntry());
  const running = new Set<RunningThread>();
  return {
    start(config, handlers) {
      const taken = stock.take();
      const thread = startThread(taken, options, config, {
        message: (message) => handlers.message(message),
        ended: (cause) => {
          running.delete(thread);
          handlers.ended(cause);
        },
      });
      running.add(thread);
      return thread;
    },
    async endRecordings() {
      await within(Promise.all([...running].map((thread) => thread.endRecording())));
    },
    async close() {
      await Promise.all([...running].map((thread) => thread.end()));
      await within(stock.close());
    },
  };
}

/** A thread of the pool. */
interface RunningThread extends ShardThread {
  endRecording(): Promise<void>;
}

function startThread(
  { pool, settled }: TakenThread,
  options: ShardThreadPoolOptions,
  config: ShardConfig,
  handlers: ShardThreadHandlers,
): RunningThread {
  const { port1: near, port2: far } = new MessageChannel();
  const { world = {}, openFeed, onRecording } = options;
  const feeds = openFeed && openFeedLine(openFeed);
  const reports = world.record && openRecordingLine((report) => onRecording?.(config.shard, report));
  const abort = new AbortController();
  const portClosed = new Promise<void>((resolve) => near.once("close", resolve));
  near.on("message", (message: FromShard) => {
    settled();
    handlers.message(message);
  });
  const heartbeat = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const word = new Int32Array(heartbeat);
  const task: ShardTask = { config, port: far, heartbeat, world, feeds: feeds?.far, reports: reports?.far };
  const transferList = [far, feeds?.far, reports?.far].filter((port) => port !== undefined);
  const run = pool.run(task, { transferList, signal: abort.signal });
  const follow = async (): Promise<void> => {
    const cause = await run.then(() => "finished", describe);
    settled();
    void pool.destroy();
    // A task that never got a thread still has its end of the channel here; elsewhere this does nothing.
    for (const port of transferList) {
      port.close();
    }
    feeds?.close();
    reports?.close();
    // The thread's end closes with the thread, behind its last message.
    await within(portClosed);
    near.close();
    handlers.ended(cause);
  };
  const ended = follow();
  return {
    post: (message) => near.postMessage(message, []),
    pulse: () => Atomics.load(word, 0),
    endRecording: () => reports?.end() ?? Promise.resolve(),
    end() {
      abort.abort();
      return ended;
    },
  };
}

/** Resolves with the promise, or without it when the time is over. */
async function within(promise: Promise<unknown>): Promise<void> {
  const timeOver = new AbortController();
  const deadline = delay(endTimeoutMs, undefined, { signal: timeOver.signal }).catch(() => {});
  await Promise.race([promise, deadline]);
  timeOver.abort();
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.name === "AbortError" ? "ended" : `${error.name}: ${error.message}`;
}
