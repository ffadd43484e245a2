import { type DepthSink, depthSectionCount, type ExactDepth } from "@depthwire/core/internal";
import type { ExactBook } from "../exact/book.js";
import type { BookSide } from "./book-side.js";
import { ColumnBook } from "./column-book.js";

/** How many states are remembered. */
const rememberedStates = 64;

/** What a level was before a message. */
interface FormerLevel {
  readonly side: "asks" | "bids";
  readonly key: number | bigint;
  /** 0: there was no level. */
  readonly quantity: number | bigint;
}

/** One state, and how to get from it to the one before. */
interface RememberedState {
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly undo: readonly FormerLevel[];
}

/** Some state of a book. */
export type PastBook = ColumnBook | ExactBook;

/** The latest states of one book in one epoch, scale and representation, as a log of what each message changed. */
export class BookHistory {
  #states: RememberedState[] = [];
  #pending: readonly FormerLevel[] = [];

  /** Update time of the oldest remembered state; infinite without one. */
  get oldestMs(): number {
    return this.#states[0]?.updatedAtMs ?? Number.POSITIVE_INFINITY;
  }

  /** Starts again: the present state is the only one. */
  restart(seq: number, updatedAtMs: number): void {
    this.#states = [{ seq, updatedAtMs, undo: [] }];
  }

  /** Notes what an update is about to change. */
  prepare(book: ColumnBook, { counts, prices, capacity }: DepthSink): void {
    const undo: FormerLevel[] = [];
    for (let section = 0; section < depthSectionCount; section++) {
      const side = section % 2 === 0 ? "asks" : "bids";
      const sign = side === "asks" ? -1 : 1;
      const from = section * capacity;
      for (let index = from; index < from + (counts[section] as number); index++) {
        const key = sign * (prices[index] as number);
        undo.push({ side, key, quantity: quantityAt(book[side], key) });
      }
    }
    this.#pending = undo;
  }

  /** Notes what an update is about to change in a book of the same scales. */
  prepareExact(book: ExactBook, depth: ExactDepth): void {
    this.#pending = depth.sections.flatMap((levels, section) => {
      const side = section % 2 === 0 ? "asks" : "bids";
      return levels.map(({ price }): FormerLevel => {
        const key = side === "asks" ? -price : price;
        return { side, key, quantity: book[side].quantityAt(key) };
      });
    });
  }

  /** The update that was prepared led to this state. */
  commit(seq: number, updatedAtMs: number): void {
    this.#states.push({ seq, updatedAtMs, undo: this.#pending });
    this.#pending = [];
    if (this.#states.length > rememberedStates) {
      this.#states.shift();
    }
  }

  /**
   * Calls back for each remembered state of this update time, newest first, until `visit` returns true.
   *
   * @param book the present state; it is not changed
   * @returns how many states were visited
   */
  visit(book: PastBook, updatedAtMs: number, visit: (past: PastBook, seq: number) => boolean): number {
    const past = book.copy();
    let visited = 0;
    for (const state of this.#states.toReversed()) {
      if (state.updatedAtMs === updatedAtMs) {
        visited++;
        if (visit(past, state.seq)) {
          break;
        }
      }
      for (const level of state.undo) {
        restore(past, level);
      }
    }
    return visited;
  }
}

function restore(past: PastBook, { side, key, quantity }: FormerLevel): void {
  if (past instanceof ColumnBook) {
    restoreLevel(past[side], Number(key), Number(quantity));
  } else {
    restoreLevel(past[side], BigInt(key), BigInt(quantity));
  }
}

function restoreLevel<Scaled extends number | bigint>(
  side: { set(key: Scaled, quantity: Scaled): boolean; remove(key: Scaled): boolean },
  key: Scaled,
  quantity: Scaled,
): void {
  if (quantity) {
    side.set(key, quantity);
  } else {
    side.remove(key);
  }
}

function quantityAt(side: BookSide, key: number): number {
  const row = side.find(key);
  return row < 0 ? 0 : (side.columns.quantities[row] as number);
}
