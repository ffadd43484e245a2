import type { Bus } from "../bus/bus.js";
import { decodeBeat } from "../wire/beat.js";
import type { Subjects } from "../wire/subjects.js";

/** What a {@link RivalWatch} works with. */
export interface RivalWatchParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** Name under which this instance owns shards. */
  readonly owner: string;
  /** Another one spoke as the owner of the shard, under this term. */
  readonly heard: (shard: string, term: number, owner: string) => void;
}

/** Hears who else speaks for the shards that this instance owns or wants: also one that is no member, and ignores that it lost its lease. */
export class RivalWatch {
  readonly #parts: RivalWatchParts;
  readonly #ends = new Map<string, () => void>();

  constructor(parts: RivalWatchParts) {
    this.#parts = parts;
  }

  /** Listens for these shards, and for no others. */
  watch(shards: ReadonlySet<string>): void {
    const { bus, subjects } = this.#parts;
    for (const [shard, end] of this.#ends) {
      if (!shards.has(shard)) {
        this.#ends.delete(shard);
        end();
      }
    }
    for (const shard of shards) {
      if (!this.#ends.has(shard)) {
        const end = bus.subscribe(subjects.beat(shard), ({ bytes }) => this.#hear(shard, bytes));
        this.#ends.set(shard, end);
      }
    }
  }

  #hear(shard: string, bytes: Uint8Array): void {
    const beat = decodeBeat(bytes);
    if (typeof beat !== "string" && beat.owner !== this.#parts.owner) {
      this.#parts.heard(shard, beat.term, beat.owner);
    }
  }
}
