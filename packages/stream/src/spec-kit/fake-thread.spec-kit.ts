import type { ShardThread, ShardThreadHandlers, StartShardThread } from "../shard/host/thread.js";
import { runShard } from "../shard/thread/run-shard.js";
import type { FromShard, ShardConfig, ToShard } from "../shard/thread/shard-messages.js";
import type { ShardWorld } from "../shard/thread/shard-parts.js";
import type { ShardHandle } from "../shard/thread/start-shard.js";

/** A thread of the spec: a shard behind messages that are cloned, as between real threads. */
export class FakeThread implements ShardThread {
  /** Present where the spec wants a heartbeat word. */
  readonly pulse?: () => number;
  readonly config: ShardConfig;
  readonly shard: ShardHandle;
  readonly #handlers: ShardThreadHandlers;
  /** `hung`: takes messages and does nothing; `gone`: is no more. */
  state: "running" | "hung" | "gone" = "running";
  /** Everything that the shard sent, in order. */
  readonly posted: FromShard[] = [];
  #obey: (message: ToShard) => void = () => {};
  readonly #late: ToShard[] = [];

  constructor(config: ShardConfig, handlers: ShardThreadHandlers, world: ShardWorld, heart: "beats" | "none") {
    let pulse = 0;
    if (heart === "beats") {
      this.pulse = () => {
        pulse += this.state === "running" ? 1 : 0;
        return pulse;
      };
    }
    this.config = structuredClone(config);
    this.#handlers = handlers;
    const port = {
      post: (message: FromShard, transfer: readonly ArrayBuffer[] = []) => {
        const cloned = structuredClone(message, { transfer: [...transfer] });
        this.posted.push(cloned);
        queueMicrotask(() => {
          if (this.state === "running") {
            handlers.message(cloned);
          }
        });
      },
      onMessage: (handler: (message: ToShard) => void) => {
        this.#obey = handler;
      },
    };
    this.shard = runShard(this.config, port, world);
  }

  post(message: ToShard): void {
    const cloned = structuredClone(message);
    queueMicrotask(() => {
      if (this.state === "running") {
        this.#obey(cloned);
      } else if (this.state === "hung") {
        this.#late.push(cloned);
      }
    });
  }

  end(): Promise<void> {
    this.#leave();
    return Promise.resolve();
  }

  /** The thread dies of itself. */
  crash(cause: string): void {
    this.#leave();
    this.#handlers.ended(cause);
  }

  /** A message that was on its way comes over, whatever has become of the thread. */
  deliver(message: FromShard): void {
    this.#handlers.message(message);
  }

  /** A hung thread goes on where it was. */
  wake(): void {
    this.state = "running";
    for (const message of this.#late.splice(0)) {
      this.#obey(message);
    }
  }

  #leave(): void {
    this.state = "gone";
    this.shard.stop();
  }
}

/** Starts {@link FakeThread}s and keeps them all. */
export class FakeThreads {
  readonly all: FakeThread[] = [];
  readonly #world: ShardWorld;
  readonly #heart: "beats" | "none";

  constructor(world: ShardWorld, heart: "beats" | "none" = "none") {
    this.#world = world;
    this.#heart = heart;
  }

  readonly start: StartShardThread = (config, handlers) => {
    const thread = new FakeThread(config, handlers, this.#world, this.#heart);
    this.all.push(thread);
    return thread;
  };

  /** The newest thread. */
  get last(): FakeThread {
    const thread = this.all.at(-1);
    if (thread === undefined) {
      throw new Error("no thread was started");
    }
    return thread;
  }
}
