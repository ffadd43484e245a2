import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { CompressedBodies } from "./compressed-bodies.js";
import type { LinkFaults } from "./link-faults.js";

/** Bytes under way before the source is told to wait. */
const highWaterBytes = 1 << 20;
/** How often a held link looks whether it may go on, in milliseconds. */
const holdPollMs = 5;

/** Something under way: bytes, or the end of the stream. */
interface Parcel {
  readonly dueMs: number;
  readonly bytes: Buffer | undefined;
}

/** One direction of one connection. */
export class Link {
  /** Bytes handed on so far. */
  passedBytes = 0;
  readonly #bodies: CompressedBodies;
  readonly #source: Socket;
  readonly #destination: Socket;
  readonly #faults: LinkFaults;
  readonly #parcels: Parcel[] = [];
  #bytesUnderWay = 0;
  /** When the last byte that was accepted has left, at the configured bandwidth. */
  #lineFreeMs = 0;
  #delivering = false;
  #stopped = false;

  constructor(source: Socket, destination: Socket, faults: LinkFaults) {
    this.#source = source;
    this.#destination = destination;
    this.#faults = faults;
    this.#bodies = new CompressedBodies(faults.flipBitsAt);
  }

  /** The source said that nothing more comes. */
  acceptEnd(): void {
    this.#post(performance.now() + this.#faults.latencyMs + this.#faults.closeDelayMs, undefined);
  }

  /** The source sent bytes. */
  accept(bytes: Buffer): void {
    const nowMs = performance.now();
    const { bytesPerSecond, latencyMs } = this.#faults;
    this.#lineFreeMs = Math.max(nowMs, this.#lineFreeMs) + (bytes.length / bytesPerSecond) * 1000;
    this.#bytesUnderWay += bytes.length;
    if (this.#bytesUnderWay > highWaterBytes) {
      this.#source.pause();
    }
    this.#post(this.#lineFreeMs + latencyMs, bytes);
  }

  #post(dueMs: number, bytes: Buffer | undefined): void {
    this.#parcels.push({ dueMs, bytes });
    if (!this.#delivering) {
      this.#delivering = true;
      void this.#deliverAll();
    }
  }

  async #deliverAll(): Promise<void> {
    for (let parcel = this.#parcels.shift(); parcel !== undefined; parcel = this.#parcels.shift()) {
      const waitMs = parcel.dueMs - performance.now();
      if (waitMs > 0) {
        await sleep(Math.ceil(waitMs));
      }
      while (this.#faults.flow === "hold" && !this.#destination.destroyed) {
        await sleep(holdPollMs);
      }
      await this.#deliver(parcel);
    }
    this.#delivering = false;
  }

  async #deliver({ bytes }: Parcel): Promise<void> {
    if (this.#faults.flow !== "drop" && this.#destination.destroyed) {
      // A host that has forgotten the connection tells the sender so, once the network lets it through.
      reset(this.#source);
    }
    const lost = this.#stopped || this.#faults.flow === "drop" || this.#destination.destroyed;
    if (bytes === undefined) {
      if (!lost) {
        this.#destination.end();
      }
      return;
    }
    this.#bytesUnderWay -= bytes.length;
    if (this.#bytesUnderWay <= highWaterBytes) {
      this.#source.resume();
    }
    if (!lost) {
      await this.#writeSlices(bytes);
    }
  }

  async #writeSlices(bytes: Buffer): Promise<void> {
    this.#bodies.pass(bytes);
    const allowed = bytes.subarray(0, Math.max(0, this.#faults.passBytes - this.passedBytes));
    for (let start = 0; start < allowed.length; start += this.#faults.sliceBytes) {
      await this.#write(allowed.subarray(start, start + this.#faults.sliceBytes));
    }
    this.passedBytes += allowed.length;
    if (this.passedBytes >= this.#faults.passBytes) {
      this.#stop();
    }
  }

  /** Resolves when the bytes went to the operating system, or can't any more. */
  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#destination.write(bytes, () => setImmediate(resolve));
    });
  }

  #stop(): void {
    this.#stopped = true;
    if (this.#faults.thenDo === "end") {
      this.#destination.end();
    } else if (this.#faults.thenDo === "reset") {
      reset(this.#destination);
      reset(this.#source);
    }
  }
}

/** Joins one direction of one connection: what `source` reads goes to `destination` as the faults say. */
export function joinLink(source: Socket, destination: Socket, faults: LinkFaults): Link {
  const link = new Link(source, destination, faults);
  source.on("data", (bytes) => link.accept(bytes));
  source.on("end", () => link.acceptEnd());
  return link;
}

/**
 * Resets a connection. One that has been ended already, or is not made yet, is destroyed instead: Node cannot reset it,
 * and would keep its handle for ever.
 */
export function reset(socket: Socket): void {
  if (socket.connecting || socket.writableEnded) {
    socket.destroy();
  } else {
    socket.resetAndDestroy();
  }
}
