import type { Undo } from "./undo.js";

/** One thing that a step sets and takes back. */
export interface SettableState<Value> {
  /** What it belongs to; those of one name are one. */
  readonly name: string;
  /** What it is when no step says otherwise. */
  readonly usual: Value;
  readonly set: (value: Value) => void;
}

/** What steps have set. Of steps that overlap the latest counts; each takes back only what it did. */
export class LastingStates {
  readonly #wanted: Map<string, Set<{ readonly value: unknown }>> = new Map();

  /** Sets something. @returns takes it back */
  set<Value>({ name, usual, set }: SettableState<Value>, value: Value): Undo {
    const wanted = (this.#wanted.get(name) ?? new Set()) as Set<{ readonly value: Value }>;
    this.#wanted.set(name, wanted);
    const own = { value };
    wanted.add(own);
    set(value);
    return () => {
      const wasLatest = [...wanted].at(-1) === own;
      wanted.delete(own);
      if (wasLatest) {
        const latest = [...wanted].at(-1);
        set(latest === undefined ? usual : latest.value);
      }
    };
  }
}
