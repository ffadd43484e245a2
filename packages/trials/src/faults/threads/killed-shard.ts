import { createInflate } from "@depthwire/book";
import { createNodeClock } from "@depthwire/node";
import { createShardThreadPool, openNodeSocket, type ShardThreadPool } from "@depthwire/node/internal";
import { type BookStream, createEngine, type Engine, type ThreadWatchOptions } from "@depthwire/stream";
import { defaultThreadWatchOptions, type ShardThread, type ToShard } from "@depthwire/stream/internal";
import type { DeathFromWithin, Doom } from "./doomed-entry.js";

/** How a thread dies: ended from outside, or of itself. */
export type Death = "outside" | DeathFromWithin;

/** How long it took until views said `stale`, and until they were live again. Milliseconds since the kill. */
export interface Recovery {
  readonly staleMs: number;
  readonly liveMs: number;
}

/** `patient`: as by default. `impatient`: threads that start are ended at the first look. */
export type StartRule = "patient" | "impatient";

const pair = "4BTC_USDT";
/** The book is looked at so often. */
const lookEveryMs = 2;
/** A book that is not live after so long is lost. */
const lostAfterMs = 120_000;
/** A book whose threads were ended this often before they ran is lost too. */
const maxKilledStarts = 10;

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/faults/threads/doomed-entry.js" : "./doomed-entry.js",
  import.meta.url,
);

/** One shard in a thread of its own, with one book, that is killed again and again. */
export class KilledShard {
  /** Threads that were ended for silence before they ran. */
  killedWhileStarting = 0;
  readonly #pool: ShardThreadPool = createShardThreadPool({ entry });
  readonly #engine: Engine;
  readonly #book: BookStream;
  #thread: ShardThread | undefined;

  constructor(address: string, startRule: StartRule) {
    this.#engine = createEngine(
      { addresses: [address], shards: 1, threads: watchOptions(startRule) },
      {
        clock: createNodeClock(),
        random: Math.random,
        startThread: (config, handlers) => {
          this.#thread = this.#pool.start(config, handlers);
          return this.#thread;
        },
        shard: { openSocket: openNodeSocket, createInflate: () => createInflate() },
        logger: { log: (_level, event, { phase, cause }) => this.#note(event, phase, cause) },
      },
    );
    this.#book = this.#engine.book(pair);
  }

  get threadsLost(): number {
    return this.#engine.statistics().threadsLost;
  }

  /** @throws Error when the book does not become live */
  async untilLive(): Promise<void> {
    await this.#until(() => this.#book.read().status === "live");
  }

  /** @throws Error when the book does not become live again */
  async kill(death: Death): Promise<Recovery> {
    const { epoch } = this.#book.read();
    const killedAtMs = performance.now();
    this.#kill(death);
    await this.#until(() => this.#book.read().status !== "live");
    const staleMs = performance.now() - killedAtMs;
    // In another epoch: the old one comes back for a moment when its thread was only slow to die.
    await this.#until(() => this.#book.read().status === "live" && this.#book.read().epoch > epoch);
    return { staleMs, liveMs: performance.now() - killedAtMs };
  }

  async close(): Promise<void> {
    await this.#engine.close();
    await this.#pool.close();
  }

  #kill(death: Death): void {
    if (death === "outside") {
      void this.#thread?.end();
      return;
    }
    const doom: Doom = { kind: "doom", death };
    // A word of this command's own: the shard passes over it.
    this.#thread?.post(doom as unknown as ToShard);
  }

  #note(event: string, phase: unknown, cause: unknown): void {
    const forSilence = cause === "no answer" || cause === "no heartbeat";
    if (event === "shard-thread-lost" && phase === "starting" && forSilence) {
      this.killedWhileStarting++;
    }
  }

  async #until(holds: () => boolean): Promise<void> {
    const endMs = performance.now() + lostAfterMs;
    while (!holds()) {
      if (performance.now() > endMs) {
        throw new Error(`the book is not live after ${lostAfterMs} ms`);
      }
      if (this.killedWhileStarting >= maxKilledStarts) {
        throw new Error("the book does not become live");
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }
}

/** Each kill is taken for the first in a row, as it would be of a thread that has run for long. */
function watchOptions(startRule: StartRule): Partial<ThreadWatchOptions> {
  const { firstWindowMs } = defaultThreadWatchOptions.restart;
  const restart = { firstWindowMs, maxWindowMs: firstWindowMs };
  return startRule === "patient" ? { restart } : { restart, startWithinMs: 1, beatEveryMs: 5 };
}
