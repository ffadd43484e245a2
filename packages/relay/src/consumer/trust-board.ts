import type { DoubtReason } from "@depthwire/book/internal";
import { shardNames, shardOf } from "../plan/shard-plan.js";

/** Time that all threads of a process read alike. */
export interface ProcessTime {
  /** Monotonic milliseconds with one beginning for the whole process. */
  monotonicMs(): number;
  /** Epoch milliseconds. */
  wallMs(): number;
}

/** For each shard: until when its books may be believed, by either clock. */
const numbersPerShard = 2;

/** Memory for a {@link TrustBoard}, which threads share. Nothing may be believed yet. */
export function createTrustMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(shardNames.length * numbersPerShard * Float64Array.BYTES_PER_ELEMENT);
}

/**
 * How long books may be believed that are kept in other threads than they are read in. The thread that has a shard's link
 * writes it, readers look at it: when the thread, or the whole process, stands still, the time runs out by itself.
 * One shard's pairs must be in one thread.
 */
export class TrustBoard {
  readonly #untilMs: Float64Array;
  readonly #time: ProcessTime;
  readonly #placeByPair = new Map<string, number>();

  constructor(memory: SharedArrayBuffer, time: ProcessTime) {
    this.#untilMs = new Float64Array(memory);
    this.#time = time;
  }

  /** The link's port: see `RelayLinkOptions.trusted`. */
  readonly trusted = (shard: string, forMs: number): void => {
    const place = shardNames.indexOf(shard) * numbersPerShard;
    const isTrusted = forMs > 0;
    this.#untilMs[place] = isTrusted ? this.#time.monotonicMs() + forMs : 0;
    this.#untilMs[place + 1] = isTrusted ? this.#time.wallMs() + forMs : 0;
  };

  /** The engine's port `doubtOf`, in any thread: what is wrong with one pair alone stands in its book. */
  readonly doubtOf = (pair: string): DoubtReason | undefined => {
    const place = this.#placeOf(pair);
    // A suspended machine's monotonic clock stands still, a wall clock may be set back: both must agree.
    const isTrusted =
      this.#time.monotonicMs() <= (this.#untilMs[place] as number) &&
      this.#time.wallMs() <= (this.#untilMs[place + 1] as number);
    return isTrusted ? undefined : "relay-silent";
  };

  /** The shard of a pair costs 64 hashes: it is looked for once. */
  #placeOf(pair: string): number {
    let place = this.#placeByPair.get(pair);
    if (place === undefined) {
      place = shardNames.indexOf(shardOf(pair)) * numbersPerShard;
      this.#placeByPair.set(pair, place);
    }
    return place;
  }
}

/** Which of an engine's threads has a pair: all pairs of a shard are in one. The engine's port `shardFor`. */
export function threadOfPair(pair: string): number {
  return shardNames.indexOf(shardOf(pair));
}
