import { canonicalDecimal, compareByValue, readDecimal } from "./decimal-text.js";
import { type OracleDepthMessage, type OracleRow, readOracleMessage } from "./depth-message.js";
import { type OracleLevel, OracleSide } from "./oracle-side.js";

/** How the oracle treats what the field notes leave to configuration. */
export interface OracleOptions {
  /** `contiguous` (default): a step of `seq` above 1 is a loss; `monotonic`: any growth is fine. */
  readonly sequencePolicy?: "contiguous" | "monotonic";
  /** A price in `add` and `del` of one side; default `resync`. */
  readonly sameLevel?: "resync" | "add-then-del" | "del-then-add";
}

/**
 * What one message did.
 * - `snapshot` replaced the book; `update` changed levels (perhaps none); both moved `seq`
 * - `duplicate`, `stale-snapshot`: an old message; dropped, the book stands
 * - `gap`: something was lost, the counter restarted or cannot be read; a snapshot is needed
 * - `ambiguous`: one price in `add` and `del` of one side; a snapshot is needed
 * - `awaiting-snapshot`: an update that has nothing to stand on; dropped
 * - `rejected`: not a depth message of this book; nothing changed
 */
export type OracleOutcome =
  | "snapshot"
  | "update"
  | "duplicate"
  | "stale-snapshot"
  | "gap"
  | "ambiguous"
  | "awaiting-snapshot"
  | "rejected";

/**
 * The slow, readable book of one pair for one subscription of protocol A. It exists to be obviously right, so that fast
 * books can be held against it.
 *
 * @spec field notes 9 to 13
 */
export class OracleBook {
  readonly pair: string;
  readonly #options: Required<OracleOptions>;
  readonly #asks = new OracleSide();
  readonly #bids = new OracleSide();
  #seq: number | undefined;
  /** The highest so far. */
  #updatedAtMs = Number.NEGATIVE_INFINITY;
  #usable = false;

  constructor(pair: string, options: OracleOptions = {}) {
    this.pair = pair;
    this.#options = { sequencePolicy: "contiguous", sameLevel: "resync", ...options };
  }

  /** `seq` of the latest applied message; `undefined` before the first. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /** True while the levels are those of {@link OracleBook.seq}: after a snapshot, until something is lost. */
  get usable(): boolean {
    return this.#usable;
  }

  /** True when the best bid is not below the best ask. */
  get crossed(): boolean {
    const ask = readDecimal(this.asks()[0]?.price ?? "");
    const bid = readDecimal(this.bids()[0]?.price ?? "");
    return ask !== undefined && bid !== undefined && compareByValue(bid, ask) >= 0;
  }

  /** All asks, best (lowest) first. */
  asks(): OracleLevel[] {
    return this.#asks.ascending();
  }

  /** All bids, best (highest) first. */
  bids(): OracleLevel[] {
    return this.#bids.ascending().reverse();
  }

  /** A new subscription or connection: `seq` is compared with nothing before it. */
  resubscribe(): void {
    this.#seq = undefined;
    this.#updatedAtMs = Number.NEGATIVE_INFINITY;
    this.#usable = false;
  }

  /** Applies the JSON text of one message, wholly or not at all. */
  apply(text: string): OracleOutcome {
    const message = readOracleMessage(text);
    if (message === undefined || message.pair !== this.pair || message.channel !== `${this.pair}_depth`) {
      return "rejected";
    }
    return message.kind === "snapshot" ? this.#applySnapshot(message) : this.#applyUpdate(message);
  }

  #applySnapshot(message: Extract<OracleDepthMessage, { kind: "snapshot" }>): OracleOutcome {
    const { seq, updatedAtMs = Number.NEGATIVE_INFINITY } = message;
    if (seq !== undefined && this.#seq !== undefined) {
      if (seq > this.#seq && updatedAtMs < this.#updatedAtMs) {
        // Of before the counter restarted.
        return "stale-snapshot";
      }
      if (seq === this.#seq && this.#usable && !this.#hasLevelsOf(message)) {
        return this.#lose("gap");
      }
      const restarted = seq < this.#seq && updatedAtMs > this.#updatedAtMs;
      if (seq <= this.#seq && !restarted) {
        return "stale-snapshot";
      }
    }
    this.#replaceLevels(message);
    this.#usable = seq !== undefined;
    this.#advance(message);
    return "snapshot";
  }

  #applyUpdate(message: Extract<OracleDepthMessage, { kind: "update" }>): OracleOutcome {
    const { seq, updatedAtMs = Number.NEGATIVE_INFINITY } = message;
    if (!this.#usable || this.#seq === undefined) {
      return "awaiting-snapshot";
    }
    if (seq === undefined) {
      return this.#lose("gap");
    }
    if (seq <= this.#seq) {
      return updatedAtMs > this.#updatedAtMs ? this.#lose("gap") : "duplicate";
    }
    if (this.#options.sequencePolicy === "contiguous" && seq !== this.#seq + 1) {
      return this.#lose("gap");
    }
    const { add, del, mod } = message;
    if (this.#options.sameLevel === "resync" && (sharePrice(add.asks, del.asks) || sharePrice(add.bids, del.bids))) {
      return this.#lose("ambiguous");
    }
    const doAdd = () => {
      for (const row of add.asks) {
        this.#asks.set(row);
      }
      for (const row of add.bids) {
        this.#bids.set(row);
      }
    };
    const doDelete = () => {
      for (const row of del.asks) {
        this.#asks.remove(row);
      }
      for (const row of del.bids) {
        this.#bids.remove(row);
      }
    };
    for (const step of this.#options.sameLevel === "del-then-add" ? [doDelete, doAdd] : [doAdd, doDelete]) {
      step();
    }
    for (const row of mod.asks) {
      this.#asks.set(row);
    }
    for (const row of mod.bids) {
      this.#bids.set(row);
    }
    this.#advance(message);
    return "update";
  }

  #replaceLevels(message: Extract<OracleDepthMessage, { kind: "snapshot" }>): void {
    this.#asks.clear();
    this.#bids.clear();
    for (const row of message.levels.asks) {
      this.#asks.set(row);
    }
    for (const row of message.levels.bids) {
      this.#bids.set(row);
    }
  }

  #hasLevelsOf(message: Extract<OracleDepthMessage, { kind: "snapshot" }>): boolean {
    const other = new OracleBook(this.pair, this.#options);
    other.#replaceLevels(message);
    return JSON.stringify([this.asks(), this.bids()]) === JSON.stringify([other.asks(), other.bids()]);
  }

  #advance(message: OracleDepthMessage): void {
    this.#seq = message.seq;
    this.#updatedAtMs = Math.max(this.#updatedAtMs, message.updatedAtMs ?? Number.NEGATIVE_INFINITY);
  }

  #lose(outcome: "gap" | "ambiguous"): OracleOutcome {
    this.#usable = false;
    return outcome;
  }
}

function sharePrice(left: readonly OracleRow[], right: readonly OracleRow[]): boolean {
  const prices = new Set(left.map((row) => canonicalDecimal(row.price)));
  return right.some((row) => prices.has(canonicalDecimal(row.price)));
}
