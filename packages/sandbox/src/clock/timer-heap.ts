/** A timer that waits. */
export interface HeapTimer {
  readonly dueMs: number;
  /** When timers are due at the same time, the one that was set first comes first. */
  readonly turn: number;
  readonly callback: () => void;
  /** Where it stands in the heap; -1 outside. */
  place: number;
}

/** Timers by their time: setting, taking the next and taking back cost the logarithm of their number. */
export class TimerHeap {
  readonly #timers: HeapTimer[] = [];

  /** The timer that is due first. */
  get first(): HeapTimer | undefined {
    return this.#timers[0];
  }

  get size(): number {
    return this.#timers.length;
  }

  add(timer: HeapTimer): void {
    this.#timers.push(timer);
    this.#rise(timer, this.#timers.length - 1);
  }

  /** Takes a timer out; one that is out already stays out. */
  remove(timer: HeapTimer): void {
    const { place } = timer;
    if (place < 0) {
      return;
    }
    timer.place = -1;
    const last = this.#timers.pop();
    if (last === undefined || last === timer) {
      return;
    }
    this.#rise(last, place);
    this.#sink(last, last.place);
  }

  #rise(timer: HeapTimer, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#timers[parent];
      if (above === undefined || !isBefore(timer, above)) {
        break;
      }
      this.#put(above, place);
      place = parent;
    }
    this.#put(timer, place);
  }

  #sink(timer: HeapTimer, from: number): void {
    let place = from;
    for (let child = this.#earlierChild(place); child !== undefined; child = this.#earlierChild(place)) {
      if (!isBefore(child, timer)) {
        break;
      }
      const freed = child.place;
      this.#put(child, place);
      place = freed;
    }
    this.#put(timer, place);
  }

  #earlierChild(place: number): HeapTimer | undefined {
    const left = this.#timers[2 * place + 1];
    const right = this.#timers[2 * place + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  #put(timer: HeapTimer, place: number): void {
    this.#timers[place] = timer;
    timer.place = place;
  }
}

function isBefore(left: HeapTimer, right: HeapTimer): boolean {
  return left.dueMs === right.dueMs ? left.turn < right.turn : left.dueMs < right.dueMs;
}
