import type { CancelTimer } from "@depthwire/core";
import { hashText } from "./seeds.js";

/** Taken before anybody seals the computer. */
const nextTurn: (act: () => void) => void = setImmediate;

interface Entry {
  readonly dueMs: number;
  /** Drawn for each machine and moment: which of two machines goes first is the seed's choice. */
  readonly rank: number;
  /** Within one machine and moment: in the order in which it was asked for, as timers of one computer are. */
  readonly turn: number;
  readonly act: () => void;
  isCancelled: boolean;
}

/** More in one moment wait for themselves: the run would never end. */
const maxAtOnce = 200_000;

/** The world's true time, in milliseconds from its beginning, and everything that is to happen in it. */
export class Timeline {
  readonly #seed: number;
  readonly #heap: Entry[] = [];
  #nowMs = 0;
  #turns = 0;
  #atOnce = 0;
  #waiting = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** How much is still to happen. */
  get pending(): number {
    return this.#waiting;
  }

  /** Acts at a true time; at once, where it has passed. @param machine whose turn it is among others of the same moment */
  at(dueMs: number, machine: string, act: () => void): CancelTimer {
    const due = Math.max(this.#nowMs, dueMs);
    const rank = hashText(`${this.#seed} ${machine} ${due}`);
    const entry: Entry = { dueMs: due, rank, turn: ++this.#turns, act, isCancelled: false };
    this.#waiting += 1;
    push(this.#heap, entry);
    return () => {
      this.#waiting -= entry.isCancelled ? 0 : 1;
      entry.isCancelled = true;
    };
  }

  /**
   * Lets time pass. Before each step every promise that can settle has settled: nothing of a run waits for the real computer.
   *
   * @throws Error where one moment never ends
   */
  async runTo(endMs: number): Promise<void> {
    await settled();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#atOnce = next.dueMs > this.#nowMs ? 0 : this.#atOnce + 1;
      if (this.#atOnce > maxAtOnce) {
        throw new Error(`the moment ${this.#nowMs} ms never ends`);
      }
      this.#nowMs = next.dueMs;
      next.act();
      await settled();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #next(endMs: number): Entry | undefined {
    for (let first = this.#heap[0]; first !== undefined && first.dueMs <= endMs; first = this.#heap[0]) {
      pop(this.#heap);
      if (!first.isCancelled) {
        first.isCancelled = true;
        this.#waiting -= 1;
        return first;
      }
    }
    return undefined;
  }
}

/**
 * The queue of microtasks is empty when the next turn of the real loop begins. This is the one place where a run yields to it; a spec
 * proves that nothing else of a run asks the computer for a turn, a timer, time, or chance.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}

function isBefore(left: Entry, right: Entry): boolean {
  return left.dueMs !== right.dueMs
    ? left.dueMs < right.dueMs
    : left.rank !== right.rank
      ? left.rank < right.rank
      : left.turn < right.turn;
}

function push(heap: Entry[], entry: Entry): void {
  let place = heap.length;
  heap.push(entry);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above] as Entry;
    if (!isBefore(entry, parent)) {
      break;
    }
    heap[place] = parent;
    place = above;
  }
  heap[place] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) {
    return;
  }
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.length) {
      break;
    }
    const right = left + 1;
    const child = right < heap.length && isBefore(heap[right] as Entry, heap[left] as Entry) ? right : left;
    if (!isBefore(heap[child] as Entry, last)) {
      break;
    }
    heap[place] = heap[child] as Entry;
    place = child;
  }
  heap[place] = last;
}
