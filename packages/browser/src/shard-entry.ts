import { createInflate } from "@depthwire/book";
import { type OpenSocket, readFeeds } from "@depthwire/stream";
import { runShard, type ShardPort, type ToShard } from "@depthwire/stream/internal";
import { createBrowserClock } from "./clock.js";
import { feedPortOn } from "./message-port.js";
import type { PageLife } from "./page-life.js";
import type { LifeMessage, ShardTask } from "./shard-task.js";
import { createBrowserSocketOpener, socketLimitsFor } from "./socket.js";

/** A shard that runs. */
export interface RunningShard {
  /** Ends it at once, with its connections. */
  end(): void;
}

/**
 * Runs a shard behind the port of its task: in a worker, or in the page's own thread where no worker may start.
 *
 * @param life of the thread that it runs in
 */
export function runShardTask(task: ShardTask, life: PageLife): RunningShard {
  const { config, port } = task;
  const heart = new Heart(task.heartbeat);
  hearLife(task.life, life);
  const shard = runShard(config, shardPortOn(port, heart), {
    clock: createBrowserClock(),
    random: Math.random,
    openSocket: socketsOf(task, life),
    onReachable: (retry) => life.onReachable(retry),
    createInflate: () => createInflate(config.frameLimits),
  });
  port.start();
  return {
    end() {
      shard.stop();
      heart.stop();
      port.close();
      task.life.close();
      task.feeds?.close();
    },
  };
}

function socketsOf({ config, socketLimits, feeds }: ShardTask, life: PageLife): OpenSocket {
  return feeds === undefined
    ? createBrowserSocketOpener(socketLimitsFor(config.frameLimits, socketLimits), life)
    : readFeeds(feedPortOn(feeds), { nextTurn });
}

/** A message to oneself is a turn of its own; a timer would wait for milliseconds. */
function nextTurn(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener(
    "message",
    () => {
      port1.close();
      callback();
    },
    { once: true },
  );
  port1.start();
  port2.postMessage(undefined);
}

function hearLife(port: MessagePort, life: PageLife): void {
  port.addEventListener("message", ({ data }: MessageEvent<LifeMessage>) => {
    if (data.kind === "suspended") {
      life.suspend(data.suspension);
    } else {
      life.retry();
    }
  });
  port.start();
}

/** What the host's `defaultPulseWatchOptions` count on. */
const beatEveryMs = 25;

/** Raises the word while the event loop runs, from the shard's first answer on. Where no memory is shared it does nothing. */
class Heart {
  readonly #word: Int32Array | undefined;
  #state: "waiting" | "begun" | "stopped" = "waiting";
  #timer: number | undefined;

  constructor(heartbeat: SharedArrayBuffer | undefined) {
    this.#word = heartbeat && new Int32Array(heartbeat);
  }

  /** The shard sent a message. */
  answered(): void {
    if (this.#state === "waiting") {
      this.#state = "begun";
      setTimeout(() => this.#begin(), 0);
    }
  }

  stop(): void {
    this.#state = "stopped";
    clearInterval(this.#timer);
  }

  #begin(): void {
    if (this.#state === "begun" && this.#word !== undefined) {
      this.#beat(this.#word);
      this.#timer = setInterval(() => this.#beat(this.#word as Int32Array), beatEveryMs);
    }
  }

  #beat(word: Int32Array): void {
    Atomics.add(word, 0, 1);
  }
}

function shardPortOn(port: MessagePort, heart: Heart): ShardPort {
  return {
    post(message, transfer = []) {
      port.postMessage(message, [...transfer]);
      heart.answered();
    },
    onMessage(handler) {
      port.addEventListener("message", ({ data }: MessageEvent<ToShard>) => handler(data));
    },
  };
}
