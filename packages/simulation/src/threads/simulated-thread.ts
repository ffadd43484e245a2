import { createInflate } from "@depthwire/book";
import type { OpenSocket } from "@depthwire/stream";
import {
  type FromShard,
  runShard,
  type ShardConfig,
  type ShardPort,
  type ShardThread,
  type ShardThreadHandlers,
  type ToShard,
} from "@depthwire/stream/internal";
import type { WatchedThread } from "../audit/thread-audit.js";
import type { Process } from "../kernel/process.js";
import type { Trace } from "../kernel/trace.js";
import { Lane } from "../network/link.js";
import { Heart } from "./heart.js";
import type { ThreadLine } from "./thread-line.js";

/** What one thread is made of. */
export interface ThreadParts {
  /** The thread whose program started it. */
  readonly host: Process;
  /** The thread itself. */
  readonly process: Process;
  readonly line: ThreadLine;
  readonly memory: "shared" | "apart";
  readonly trace: Trace;
  readonly openSocket: OpenSocket;
  /** Its host was told that it ended. */
  readonly endTold: () => void;
}

/** Why a thread stands still. */
export type Standstill = "hung" | "paused";

/**
 * A shard's thread as a task on the virtual clock: what the adapter for Node runs in a real one, over simulated ports. Messages are cloned, arrive
 * later and in order, and memory that is named shared is.
 */
export class SimulatedThread implements ShardThread, WatchedThread {
  readonly pulse?: () => number;
  readonly pairs: Map<number, string> = new Map();
  heardAtMs: number | undefined;
  beatAtMs: number | undefined;
  endToldAtMs: number | undefined;
  readonly #parts: ThreadParts;
  readonly #handlers: ShardThreadHandlers;
  readonly #toThread: Lane;
  readonly #toHost: Lane;
  readonly #heart: Heart | undefined;
  readonly #gone: Promise<void>;
  readonly #standstills = new Set<Standstill>();
  #resolveGone: () => void = () => undefined;
  #obey: (message: ToShard) => void = () => undefined;

  constructor(parts: ThreadParts, config: ShardConfig, handlers: ShardThreadHandlers) {
    const { host, process, line, memory } = parts;
    this.#parts = parts;
    this.#handlers = handlers;
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    if (memory === "shared") {
      this.#heart = new Heart(process, () => {
        this.beatAtMs = line.timeline.nowMs;
      });
      this.pulse = this.#heart.read;
    }
    const runsAtMs = line.timeline.nowMs + line.startMs();
    this.#toThread = new Lane(line, process.name, runsAtMs);
    this.#toHost = new Lane(line, host.name);
    host.onEnd(() => process.kill());
    const cloned = structuredClone(config);
    line.timeline.at(runsAtMs, process.name, () => process.enter(() => this.#run(cloned)));
  }

  get name(): string {
    return this.#parts.process.name;
  }

  get memory(): "shared" | "apart" {
    return this.#parts.memory;
  }

  /** Whether nothing of it goes on: it hangs, or is no more. */
  get isStill(): boolean {
    return this.#parts.process.isDead || this.#parts.process.isPaused;
  }

  /** Timers that it has set and that have not come. */
  get timers(): number {
    return this.#parts.process.timers;
  }

  post(message: ToShard): void {
    const { process, trace } = this.#parts;
    const cloned = structuredClone(message);
    this.#toThread.pass(() =>
      process.enter(() => {
        trace.note(`${process.name} is told ${cloned.kind}`);
        this.#hear(cloned);
      }),
    );
  }

  end(): Promise<void> {
    const { line, process } = this.#parts;
    line.timeline.at(line.timeline.nowMs + line.delayMs(), process.name, () => this.finish("ended"));
    return this.#gone;
  }

  /** It is no more. What it said before comes over before its host hears of that. */
  finish(cause: string): void {
    const { host, process, line, endTold } = this.#parts;
    if (process.isDead) {
      return;
    }
    process.kill();
    this.#toHost.pass(() =>
      host.enter(() => {
        this.endToldAtMs = line.timeline.nowMs;
        this.#handlers.ended(cause);
        this.#resolveGone();
        endTold();
      }),
    );
  }

  /** No task of it runs from now on, its heart neither. */
  hold(why: Standstill): void {
    this.#standstills.add(why);
    this.#parts.process.pause();
  }

  /** It goes on where it was, unless something else holds it. */
  release(why: Standstill): void {
    this.#standstills.delete(why);
    if (this.#standstills.size === 0) {
      this.#parts.process.resume();
    }
  }

  #run(config: ShardConfig): void {
    const { process, openSocket } = this.#parts;
    runShard(config, this.#port(), {
      clock: process.clock,
      random: process.random,
      openSocket,
      createInflate: () => createInflate(config.frameLimits),
    });
  }

  #port(): ShardPort {
    return {
      post: (message, transfer = []) => {
        if (!this.#parts.process.isDead) {
          this.#tellHost(structuredClone(message, { transfer: [...transfer] }));
          this.#heart?.answered();
        }
      },
      onMessage: (handler) => {
        this.#obey = handler;
      },
    };
  }

  #tellHost(message: FromShard): void {
    const { host, line, trace, process } = this.#parts;
    this.#toHost.pass(() =>
      host.enter(() => {
        trace.note(`${process.name} tells ${message.kind}`);
        this.heardAtMs = line.timeline.nowMs;
        this.#handlers.message(message);
      }),
    );
  }

  #hear(message: ToShard): void {
    if (message.kind === "subscribe") {
      this.pairs.set(message.book, message.pair);
    } else if (message.kind === "unsubscribe") {
      this.pairs.delete(message.book);
    }
    this.#obey(message);
    if (message.kind === "stop") {
      this.finish("finished");
    }
  }
}
