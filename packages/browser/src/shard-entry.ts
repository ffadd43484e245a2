import { createInflate } from "@depthwire/book";
import type { ShardRecording } from "@depthwire/recording/internal";
import { type OpenSocket, readFeeds } from "@depthwire/stream";
import { runShard, ShardBooks, type ShardPort, type ToShard } from "@depthwire/stream/internal";
import { createBrowserClock } from "./clock.js";
import { feedPortOn } from "./message-port.js";
import type { PageLife } from "./page-life.js";
import { recordShard, startReporting } from "./shard-recording.js";
import type { LifeMessage, ShardTask } from "./shard-task.js";
import { createBrowserSocketOpener, socketLimitsFor } from "./socket.js";

/** A shard that runs, or is about to. */
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
  const heart = new Heart(task.heartbeat);
  const ends: (() => void)[] = [];
  hearLife(task.life, life);
  const begin = (recording: ShardRecording | undefined, books: ShardBooks): void => {
    const openSocket = socketsOf(task, life);
    const stopReporting =
      recording === undefined || task.reports === undefined ? () => {} : startReporting(recording, task.reports);
    const stopping = async (): Promise<void> => {
      await recording?.close();
      stopReporting();
    };
    const shard = runShard(task.config, books.listenOn(shardPortOn(task.port, heart, stopping)), {
      clock: createBrowserClock(),
      random: Math.random,
      openSocket: recording?.tap(openSocket) ?? openSocket,
      onReachable: (retry) => life.onReachable(retry),
      createInflate: () => createInflate(task.config.frameLimits),
    });
    books.handle = shard;
    task.port.start();
    ends.push(
      () => shard.stop(),
      stopReporting,
      () => void recording?.close(),
    );
  };
  let hasEnded = false;
  void beginRecorded(task, (recording, books) => (hasEnded ? void recording?.close() : begin(recording, books)));
  return {
    end() {
      hasEnded = true;
      heart.stop();
      for (const end of ends) {
        end();
      }
      for (const port of [task.port, task.life, task.feeds, task.reports]) {
        port?.close();
      }
    },
  };
}

/** A shard that records begins once its recording stands. */
async function beginRecorded(
  { record, config }: ShardTask,
  begin: (recording: ShardRecording | undefined, books: ShardBooks) => void,
): Promise<void> {
  const books = new ShardBooks();
  begin(record && (await recordShard(record, config.shard, () => books.views())), books);
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

/** @param stopping ends what has to be ended before the shard says that it stopped: after that word its thread may be ended */
function shardPortOn(port: MessagePort, heart: Heart, stopping: () => Promise<void>): ShardPort {
  return {
    post(message, transfer = []) {
      port.postMessage(message, [...transfer]);
      heart.answered();
    },
    onMessage(handler) {
      const stop = async (message: ToShard): Promise<void> => {
        await stopping();
        handler(message);
      };
      port.addEventListener("message", ({ data }: MessageEvent<ToShard>) => {
        if (data.kind === "stop") {
          void stop(data);
        } else {
          handler(data);
        }
      });
    },
  };
}
