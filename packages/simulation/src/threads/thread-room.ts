import type { OpenSocket } from "@depthwire/stream";
import type { StartShardThread } from "@depthwire/stream/internal";
import { foundSilentWithinMs } from "../audit/thread-audit.js";
import type { Process } from "../kernel/process.js";
import { SimulatedThread, type ThreadParts } from "./simulated-thread.js";

/** What the threads of one life of a program are made of. */
export interface ThreadRoomParts extends Pick<ThreadParts, "host" | "line" | "memory" | "trace"> {
  readonly shards: number;
  /** Begins a thread beside the program's own. */
  readonly process: (name: string) => Process;
  /** Its way to the venue. */
  readonly openSocket: (process: Process) => OpenSocket;
  /** Somebody looks at what the program shows, behind everything that settles now. */
  readonly look: () => void;
}

/** The threads of one life of a program, one for each of its shards. */
export class ThreadRoom {
  readonly shards: number;
  readonly #parts: ThreadRoomParts;
  /** The newest of each shard. */
  readonly #threads = new Map<number, SimulatedThread>();

  constructor(parts: ThreadRoomParts) {
    this.shards = parts.shards;
    this.#parts = parts;
  }

  /** The newest thread of each shard, whatever has become of it. */
  get threads(): readonly SimulatedThread[] {
    return [...this.#threads.values()];
  }

  readonly start: StartShardThread = (config, handlers) => {
    const { host } = this.#parts;
    const process = this.#parts.process(`${host.name} shard ${config.shard + 1}`);
    const openSocket = this.#parts.openSocket(process);
    const thread = new SimulatedThread(
      { ...this.#parts, process, openSocket, endTold: () => this.#lookIn(0) },
      config,
      handlers,
    );
    this.#threads.set(config.shard, thread);
    return thread;
  };

  /** The present thread of a shard, which fate names by a part of one. */
  at(part: number): SimulatedThread | undefined {
    return this.#threads.get(Math.min(this.shards - 1, Math.floor(part * this.shards)));
  }

  /** A thread stands still: by and by its host must have seen it. */
  hang(thread: SimulatedThread): void {
    thread.hold("hung");
    this.#lookIn(foundSilentWithinMs(thread.memory));
  }

  /** All of them stand still with the computer. */
  pause(): void {
    for (const thread of this.threads) {
      thread.hold("paused");
    }
  }

  resume(): void {
    for (const thread of this.threads) {
      thread.release("paused");
    }
  }

  #lookIn(ms: number): void {
    const { line, look } = this.#parts;
    line.timeline.at(line.timeline.nowMs + ms, "auditors", look);
  }
}
