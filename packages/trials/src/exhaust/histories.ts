/** How each state was reached first: the state before it, and which of that one's moves led here. Five bytes a state. */
export class Histories {
  #before = new Uint32Array(2 ** 16);
  #move = new Uint8Array(2 ** 16);
  #size = 1;

  /** Notes a state, and returns its number; the first one of all has the number 0 without it. */
  add(before: number, move: number): number {
    if (this.#size === this.#before.length) {
      const more = new Uint32Array(2 * this.#size);
      more.set(this.#before);
      const moreMoves = new Uint8Array(2 * this.#size);
      moreMoves.set(this.#move);
      this.#before = more;
      this.#move = moreMoves;
    }
    this.#before[this.#size] = before;
    this.#move[this.#size] = move;
    return this.#size++;
  }

  /** The moves that lead to a state, by their places among those of each state. */
  of(state: number): readonly number[] {
    const moves: number[] = [];
    for (let at = state; at !== 0; at = this.#before[at] as number) {
      moves.push(this.#move[at] as number);
    }
    return moves.reverse();
  }
}
