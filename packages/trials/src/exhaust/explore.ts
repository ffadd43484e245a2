import { Histories } from "./histories.js";
import type { Exploration, Machine, Violation } from "./machine.js";
import { SeenStates } from "./seen-states.js";

/** More moves than that do not fit into {@link Histories}. */
const maxMoves = 255;

/**
 * Looks at every state that `machine` comes to in at most `maxDepth` moves, breadth first and each once, and ends at the first fault:
 * its history is a shortest one.
 *
 * @throws Error where a state has more moves than a history can name
 */
export async function explore<State, Move>(machine: Machine<State, Move>, maxDepth: number): Promise<Exploration> {
  const search = new Search(machine);
  let depth = 0;
  while (depth < maxDepth && search.isOpen) {
    depth++;
    await search.goDeeper(depth === maxDepth ? "last" : "more-follow");
  }
  return { ...search.counts, depth, reach: search.reach, violation: await search.violation() };
}

/** A state whose moves were not made yet. */
interface Open<State> {
  readonly id: number;
  /** Undefined where it is replayed. */
  readonly state: State | undefined;
}

/** A fault, and the places of the moves that lead to it. */
interface Found {
  readonly fault: string;
  readonly places: readonly number[];
}

class Search<State, Move> {
  readonly #machine: Machine<State, Move>;
  readonly #seen = new SeenStates();
  readonly #histories = new Histories();
  #open: Open<State>[];
  #hasMore = true;
  #steps = 0;
  #found: Found | undefined;

  constructor(machine: Machine<State, Move>) {
    this.#machine = machine;
    const state = machine.begin();
    this.#seen.add(machine.key(state));
    this.#open = [{ id: 0, state: this.#kept(state) }];
  }

  /** Whether there are states left whose moves were not made. */
  get isOpen(): boolean {
    return this.#hasMore && this.#found === undefined;
  }

  get reach(): Exploration["reach"] {
    return this.#hasMore || this.#found !== undefined ? "to-depth" : "whole";
  }

  get counts(): { readonly states: number; readonly steps: number } {
    return { states: this.#seen.size, steps: this.#steps };
  }

  /** Makes every move of every open state. Those of the last level are counted and judged, and need not be kept. */
  async goDeeper(level: "last" | "more-follow"): Promise<void> {
    const open = this.#open;
    this.#open = [];
    this.#hasMore = false;
    for (const { id, state } of open) {
      const first = state ?? (await this.#replay(id));
      const moves = this.#movesOf(first);
      for (let place = 0; place < moves.length; place++) {
        const from = state ?? (place === 0 ? first : await this.#replay(id));
        const made = this.#machine.step(from, moves[place] as Move);
        // Most machines never wait, and a needless await of each of their steps would cost more than the step.
        this.#look(made instanceof Promise ? await made : made, id, place, level);
        if (this.#found !== undefined) {
          return;
        }
      }
    }
  }

  /** The fault that was found, with its moves in words. */
  async violation(): Promise<Violation | undefined> {
    if (this.#found === undefined) {
      return undefined;
    }
    const { fault, places } = this.#found;
    const history: string[] = [];
    let state = this.#machine.begin();
    for (const place of places) {
      const move = this.#movesOf(state)[place] as Move;
      history.push(this.#machine.describe(move));
      state = await this.#machine.step(state, move);
    }
    return { fault, history };
  }

  #look(state: State, before: number, place: number, level: "last" | "more-follow"): void {
    this.#steps++;
    const fault = this.#machine.fault(state);
    if (fault !== undefined) {
      this.#found = { fault, places: [...this.#histories.of(before), place] };
      return;
    }
    if (!this.#seen.add(this.#machine.key(state))) {
      return;
    }
    this.#hasMore = true;
    if (level === "more-follow") {
      this.#open.push({ id: this.#histories.add(before, place), state: this.#kept(state) });
    }
  }

  async #replay(id: number): Promise<State> {
    let state = this.#machine.begin();
    for (const place of this.#histories.of(id)) {
      const made = this.#machine.step(state, this.#movesOf(state)[place] as Move);
      state = made instanceof Promise ? await made : made;
    }
    return state;
  }

  #movesOf(state: State): readonly Move[] {
    const moves = this.#machine.moves(state);
    if (moves.length > maxMoves) {
      throw new Error(`${this.#machine.name}: a state has ${moves.length} moves`);
    }
    return moves;
  }

  #kept(state: State): State | undefined {
    return this.#machine.restore === "kept" ? state : undefined;
  }
}
