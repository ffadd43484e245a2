import type { RecordingReport } from "@depthwire/recording/internal";
import type { OpenFeed } from "@depthwire/stream";
import type {
  FromShard,
  ShardConfig,
  ShardThread,
  ShardThreadHandlers,
  StartShardThread,
} from "@depthwire/stream/internal";
import type { PageLife, Suspension } from "./page-life.js";
import { type RunningShard, runShardTask } from "./shard-entry.js";
import type { DirectoryRecordOptions } from "./shard-recording.js";
import { type LifeMessage, readyWord, type ShardTask } from "./shard-task.js";
import { openFeedLine, openRecordingLine, type RecordingLine, type SideLine } from "./side-lines.js";
import type { BrowserSocketLimits } from "./socket.js";

/** Threads for shards. */
export interface ShardThreadPool {
  /** The `StartShardThread` port. */
  readonly start: StartShardThread;
  /** Ends the recordings of the threads, while their books still stand. Resolves when they are whole, within a bounded time. */
  endRecordings(): Promise<void>;
  /** Ends the threads that still run. */
  close(): Promise<void>;
}

/** How a pool of shard threads is made. */
export interface ShardThreadPoolOptions {
  readonly life: PageLife;
  readonly socketLimits?: Partial<BrowserSocketLimits> | undefined;
  /** Where the program has connections of its own: the threads make none, they read what it hands on. */
  readonly openFeed?: OpenFeed | undefined;
  /** Where the shards record. */
  readonly record?: DirectoryRecordOptions | undefined;
  /** Called now and then, and at a shard's end, with what it has recorded. */
  readonly onRecording?: ((shard: number, report: RecordingReport) => void) | undefined;
  /** Starts a worker of this package; default: the one that stands beside this file, which bundlers find. */
  readonly openWorker?: (() => Worker) | undefined;
}

/** Bundlers look for exactly this form. */
function openOwnWorker(): Worker {
  return new Worker(new URL("./shard-worker.js", import.meta.url), { type: "module", name: "depthwire-shard" });
}

/** Heartbeats are compared over so many milliseconds at least. */
const sampleEveryMs = 500;

/**
 * Workers for shards, one each. Where the page may start none (its policy says so, or it comes from a file), the shard runs in the page's own thread,
 * by the same messages. A page that is frozen ends its workers, and starts others when it is back: what they had kept is old.
 */
export function createShardThreadPool(options: ShardThreadPoolOptions): ShardThreadPool {
  const { life } = options;
  const running = new Set<ShardWorker>();
  const leave = [
    life.follow((suspension) => {
      for (const thread of Array.from(running)) {
        thread.suspend(suspension);
      }
    }),
    life.onReachable(() => {
      for (const thread of running) {
        thread.retry();
      }
    }),
  ];
  const timer = setInterval(() => {
    for (const thread of running) {
      thread.sample();
    }
  }, sampleEveryMs);
  return {
    start(config, handlers) {
      const thread = new ShardWorker(options, config, {
        message: (message) => handlers.message(message),
        ended: (cause) => {
          running.delete(thread);
          handlers.ended(cause);
        },
      });
      running.add(thread);
      thread.start();
      return thread;
    },
    async endRecordings() {
      await within(Promise.all(Array.from(running, (thread) => thread.endRecording())));
    },
    async close() {
      clearInterval(timer);
      for (const end of leave) {
        end();
      }
      await Promise.all(Array.from(running, (thread) => thread.end()));
    },
  };
}

/** The host expects a beat every 25 ms: a worker that beat at this part of that rate ran all the time. */
const beatMs = 25;
const enoughBeats = 1 / 4;

/** One shard in a worker, or in this thread. */
class ShardWorker implements ShardThread {
  readonly pulse?: () => number;
  readonly #options: ShardThreadPoolOptions;
  readonly #config: ShardConfig;
  readonly #handlers: ShardThreadHandlers;
  readonly #channel = new MessageChannel();
  readonly #lifeChannel = new MessageChannel();
  readonly #word: Int32Array<SharedArrayBuffer> | undefined;
  #feeds: SideLine | undefined;
  #reports: RecordingLine | undefined;
  #worker: Worker | undefined;
  /** Where no worker may start. */
  #inline: RunningShard | undefined;
  #state: "loading" | "running" | "ended" = "loading";
  #sampledBeats = 0;

  constructor(options: ShardThreadPoolOptions, config: ShardConfig, handlers: ShardThreadHandlers) {
    this.#options = options;
    this.#config = config;
    this.#handlers = handlers;
    if (globalThis.crossOriginIsolated) {
      const word = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      this.#word = word;
      this.pulse = () => Atomics.load(word, 0);
    }
    const near = this.#channel.port1;
    near.addEventListener("message", ({ data }: MessageEvent<FromShard>) => this.#receive(data));
    near.start();
  }

  start(): void {
    try {
      const worker = (this.#options.openWorker ?? openOwnWorker)();
      this.#worker = worker;
      worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.#loaded(data));
      worker.addEventListener("error", (event) => this.#failed(event));
      worker.addEventListener("messageerror", () => this.#over("a message could not be read"));
    } catch {
      // Barred by the page's policy, or by where the page comes from.
      this.#runHere();
    }
  }

  post(message: Parameters<ShardThread["post"]>[0]): void {
    this.#channel.port1.postMessage(message);
  }

  end(): Promise<void> {
    this.#over("ended");
    return Promise.resolve();
  }

  endRecording(): Promise<void> {
    return this.#reports?.end() ?? Promise.resolve();
  }

  /** What the page told, or its clocks. */
  suspend(suspension: Suspension): void {
    if (suspension.kind === "offline") {
      this.#tell({ kind: "suspended", suspension });
    } else if (suspension.kind === "frozen" || !this.#ranFor(suspension.sleptMs)) {
      this.#over("the page slept");
    }
  }

  retry(): void {
    this.#tell({ kind: "reachable" });
  }

  /** Remembers how far the heart has come. */
  sample(): void {
    this.#sampledBeats = this.pulse?.() ?? 0;
  }

  /** Whether only the page's own thread was held up: the worker's heart went on. */
  #ranFor(ms: number): boolean {
    return this.pulse !== undefined && this.pulse() - this.#sampledBeats > (enoughBeats * ms) / beatMs;
  }

  /** A shard in this thread follows the page's life by itself. */
  #tell(message: LifeMessage): void {
    if (this.#worker === undefined) {
      return;
    }
    this.#lifeChannel.port1.postMessage(message);
  }

  #receive(message: FromShard): void {
    // What waited while the page slept is old.
    this.#options.life.look();
    if (this.#state === "running") {
      this.#handlers.message(message);
    }
  }

  #loaded(word: unknown): void {
    if (word === readyWord && this.#state === "loading") {
      this.#state = "running";
      const task = this.#task();
      const ports = [task.port, task.life, task.feeds, task.reports].filter((port) => port !== undefined);
      this.#worker?.postMessage(task, ports);
    }
  }

  /** Before its code is loaded, a worker that fails is one that may not start. */
  #failed(event: ErrorEvent): void {
    if (this.#state === "loading") {
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#runHere();
    } else {
      this.#over(event.message);
    }
  }

  #runHere(): void {
    if (this.#state === "loading") {
      this.#state = "running";
      this.#inline = runShardTask(this.#task(), this.#options.life);
    }
  }

  #task(): ShardTask {
    const { openFeed, socketLimits, record, onRecording } = this.#options;
    this.#feeds = openFeed && openFeedLine(openFeed);
    this.#reports = record && openRecordingLine((report) => onRecording?.(this.#config.shard, report));
    return {
      config: this.#config,
      port: this.#channel.port2,
      heartbeat: this.#word?.buffer,
      socketLimits,
      life: this.#lifeChannel.port2,
      feeds: this.#feeds?.far,
      record,
      reports: this.#reports?.far,
    };
  }

  #over(cause: string): void {
    if (this.#state === "ended") {
      return;
    }
    this.#state = "ended";
    this.#worker?.terminate();
    this.#inline?.end();
    this.#feeds?.close();
    this.#reports?.close();
    this.#channel.port1.close();
    this.#lifeChannel.port1.close();
    this.#handlers.ended(cause);
  }
}

/** How long the end of recordings is waited for, in milliseconds. */
const endTimeoutMs = 5_000;

async function within(promise: Promise<unknown>): Promise<void> {
  let timer: number | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, endTimeoutMs);
  });
  await Promise.race([promise, deadline]);
  clearTimeout(timer);
}
