/**
 * A small closed world with the product's own code inside: everything that can happen in it is one of its moves, and a history
 * is a row of moves. Nothing but the moves may decide what a state is.
 */
export interface Machine<State = unknown, Move = unknown> {
  readonly name: string;
  /**
   * How a state comes back once its neighbours were looked at. `kept`: `step` leaves it as it was, and makes another. `replayed`:
   * `step` changes it, so its history is played again from {@link Machine.begin}.
   */
  readonly restore: "kept" | "replayed";
  begin(): State;
  /** Everything that can happen next, in a fixed order; at most 255. */
  moves(state: State): readonly Move[];
  step(state: State, move: Move): State | Promise<State>;
  /** The same text exactly for states that nothing can tell apart from here on. */
  key(state: State): string;
  /** What is wrong with a state, as a sentence; undefined where nothing is. */
  fault(state: State): string | undefined;
  /** A move for a person who reads a history. */
  describe(move: Move): string;
}

/** What one exploration came to. */
export interface Exploration {
  /** Distinct states. */
  readonly states: number;
  /** Moves that were made from them. */
  readonly steps: number;
  /** Longest history. */
  readonly depth: number;
  /** `whole`: every state there is; `to-depth`: every history of so many moves. */
  readonly reach: "whole" | "to-depth";
  /** The first state with a fault, by its shortest history. */
  readonly violation: Violation | undefined;
}

/** A rule that was broken, and what led there. */
export interface Violation {
  readonly fault: string;
  readonly history: readonly string[];
}
