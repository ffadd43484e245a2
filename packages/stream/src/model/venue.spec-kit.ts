import type { DepthSnapshotRead } from "@depthwire/book";
import { OracleBook, randomInteger, seededRandom } from "@depthwire/testkit";
import { depthText, type WireRow } from "../../../book/src/spec-kit/depth-text.spec-kit.js";

/** A change of one level as the venue publishes it. */
interface Changes {
  readonly add: { readonly asks: readonly WireRow[]; readonly bids: readonly WireRow[] };
  readonly del: { readonly asks: readonly WireRow[]; readonly bids: readonly WireRow[] };
  readonly mod?: { readonly asks: readonly WireRow[]; readonly bids: readonly WireRow[] };
}

/** Levels of one side, best first. */
export type Levels = Iterable<{ readonly price: string; readonly quantity: string }>;

/** A state that the venue published: `quantity@price`, best first. */
export interface PublishedState {
  readonly asks: readonly string[];
  readonly bids: readonly string[];
}

/**
 * One pair at the venue: publishes messages and remembers every state that it ever published, kept by the slow readable
 * book.
 */
export class VenuePair {
  readonly pair: string;
  /** Every state by `seq` and time. */
  readonly published: Map<string, PublishedState> = new Map();
  /** Snapshots of earlier states, oldest first. */
  readonly snapshots: string[] = [];
  /** The latest update, for repeating it. */
  lastUpdate: string | undefined;
  #book: OracleBook;
  #seq = 100;
  #ut = 1_600_000_000_000;
  readonly #random: () => number;

  constructor(pair: string, seed: number) {
    this.pair = pair;
    this.#random = seededRandom(seed);
    this.#book = this.#newBook();
    const levels = { asks: [["1", "100.5"]], bids: [["1", "99.5"]] } as const;
    this.#apply(depthText({ pair, seq: this.#seq, ut: this.#ut, ...levels }));
  }

  /** The present state as a snapshot. */
  snapshot(): string {
    const rows = (levels: readonly { price: string; quantity: string }[]): WireRow[] =>
      levels.map(({ price, quantity }) => [quantity, price]);
    const { pair } = this;
    const sides = { asks: rows(this.#book.asks()), bids: rows(this.#book.bids()) };
    const text = depthText({ pair, seq: this.#seq, ut: this.#ut, ...sides });
    this.snapshots.push(text);
    return text;
  }

  /** A random update that nobody can misunderstand. */
  update(): string {
    return this.#publish(this.#randomChanges(), 1);
  }

  /** An update whose `seq` steps by more than 1. */
  updateWithStep(step: number): string {
    return this.#publish(this.#randomChanges(), step);
  }

  /** An update that has one price in `add` and `del`. */
  ambiguousUpdate(): string {
    const row: WireRow = ["3", this.#price("asks")];
    return this.#publish({ add: { asks: [row], bids: [] }, del: { asks: [row], bids: [] } }, 1);
  }

  /** An update with a price and a quantity that are finer than any before. */
  finerUpdate(): string {
    const decimals = randomInteger(this.#random, 2, 6);
    const row: WireRow = [`0.${"0".repeat(decimals)}1`, `100.${"0".repeat(decimals)}1`];
    return this.#publish({ add: { asks: [row], bids: [] }, del: { asks: [], bids: [] } }, 1);
  }

  /** An update that deletes prices which no book has. */
  unknownDeletes(): string {
    const rows: WireRow[] = [
      ["0", "777.1"],
      ["0", "777.2"],
    ];
    return this.#publish({ add: { asks: [], bids: [] }, del: { asks: rows, bids: [] } }, 1);
  }

  /** An update in which one row is impossible. The venue's own state follows the sound rest. */
  negativeUpdate(): string {
    const message: { d: { add: { asks: WireRow[] } } } = JSON.parse(this.update());
    message.d.add.asks.push(["-1", "100.7"]);
    return JSON.stringify(message);
  }

  /** An update after which the best bid is above every ask, and the one that takes it back. */
  crossedUpdates(): [string, string] {
    const row: WireRow = ["1", "150"];
    const crossed = this.#publish({ add: { asks: [], bids: [row] }, del: { asks: [], bids: [] } }, 1);
    return [crossed, this.#publish({ add: { asks: [], bids: [] }, del: { asks: [], bids: [row] } }, 1)];
  }

  /** The venue's counter begins again; the levels stay. Returns the snapshot that says so. */
  restartCounter(): string {
    const [asks, bids] = [this.#book.asks(), this.#book.bids()];
    this.#book = this.#newBook();
    this.#seq = randomInteger(this.#random, 1, 20);
    this.#ut += 100;
    const rows = (levels: readonly { price: string; quantity: string }[]): WireRow[] =>
      levels.map(({ price, quantity }) => [quantity, price]);
    const { pair } = this;
    const text = depthText({ pair, seq: this.#seq, ut: this.#ut, asks: rows(asks), bids: rows(bids) });
    this.#apply(text);
    return text;
  }

  /** What was published at this `seq` and time, at most `levels` levels a side. */
  publishedAt(seq: number, ut: number, levels: number): PublishedState | undefined {
    const state = this.published.get(`${seq}@${ut}`);
    return state && { asks: state.asks.slice(0, levels), bids: state.bids.slice(0, levels) };
  }

  /** One of the latest states, as REST would answer it: of one millisecond the last. */
  answer(seed: number, size: number): DepthSnapshotRead {
    const byTime = new Map([...this.published].map(([at, state]) => [Number(at.split("@")[1]), state]));
    const recent = [...byTime].slice(-20);
    const [updatedAtMs, { asks, bids }] = recent[seed % recent.length] as [number, PublishedState];
    const rows = (levels: readonly string[]) =>
      levels.slice(0, size).map((level) => {
        const [quantity = "", price = ""] = level.split("@");
        return { price, quantity };
      });
    return { updatedAtMs, asks: rows(asks), bids: rows(bids) };
  }

  get seq(): number {
    return this.#seq;
  }

  #newBook(): OracleBook {
    // The venue knows what it means: no step is a gap to it, and add comes before del.
    return new OracleBook(this.pair, { sequencePolicy: "monotonic", sameLevel: "add-then-del" });
  }

  #publish(changes: Changes, step: number): string {
    this.#seq += step;
    this.#ut += randomInteger(this.#random, 0, 100);
    const text = depthText({ pair: this.pair, seq: this.#seq, ut: this.#ut, ...changes });
    this.#apply(text);
    this.lastUpdate = text;
    return text;
  }

  #apply(text: string): void {
    const outcome = this.#book.apply(text);
    if (outcome !== "snapshot" && outcome !== "update") {
      throw new Error(`the venue contradicts itself: ${outcome} for ${text}`);
    }
    this.published.set(`${this.#seq}@${this.#ut}`, stateOf(this.#book.asks(), this.#book.bids()));
  }

  #randomChanges(): Changes {
    const add: { asks: WireRow[]; bids: WireRow[] } = { asks: [], bids: [] };
    const del: { asks: WireRow[]; bids: WireRow[] } = { asks: [], bids: [] };
    const mod: { asks: WireRow[]; bids: WireRow[] } = { asks: [], bids: [] };
    for (const side of ["asks", "bids"] as const) {
      const levels = this.#book[side]();
      const removed =
        levels.length > 1 && this.#random() < 0.5
          ? levels[randomInteger(this.#random, 0, levels.length - 1)]
          : undefined;
      if (removed !== undefined) {
        del[side].push(["9", removed.price]);
      }
      const modified = this.#random() < 0.3 ? levels.find((level) => level !== removed) : undefined;
      if (modified !== undefined) {
        mod[side].push([String(randomInteger(this.#random, 1, 5)), modified.price]);
      }
      for (let count = randomInteger(this.#random, 0, 3); count > 0; count--) {
        const price = this.#price(side);
        if (Number(price) !== Number(removed?.price)) {
          add[side].push([String(randomInteger(this.#random, 0, 5)), price]);
        }
      }
    }
    return { add, del, mod };
  }

  /** Asks lie above 100, bids below; trailing zeros come and go. */
  #price(side: "asks" | "bids"): string {
    const tenths = side === "asks" ? randomInteger(this.#random, 1_001, 1_030) : randomInteger(this.#random, 970, 999);
    return (tenths / 10).toFixed(this.#random() < 0.5 ? 1 : 2);
  }
}

/** Levels of both sides in a form that compares. */
export function stateOf(asks: Levels, bids: Levels): PublishedState {
  const side = (levels: Levels): string[] => Array.from(levels, ({ price, quantity }) => `${quantity}@${price}`);
  return { asks: side(asks), bids: side(bids) };
}
