/** Looks in which none of its own beats came back: the way to the bus is cut, or hangs. */
const cutOffLooks = 5;

/** The beats that an instance sends, and which of them came back to it over the bus. */
export class OwnBeats {
  #sent = 0;
  #heard = 0;
  /** What the last look found heard, and for how many looks nothing had been added. */
  #heardAtLook = 0;
  #unheardLooks = 0;

  /** How many were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Whether any came back. */
  get isHeard(): boolean {
    return this.#heard > 0;
  }

  /** Whether they do not come back any more. */
  get isCutOff(): boolean {
    return this.#unheardLooks >= cutOffLooks;
  }

  /** Another one is sent. Returns its number, from 1. */
  next(): number {
    return ++this.#sent;
  }

  /** One came back. Returns false for one that was never sent, which proves nothing of the way to the bus. */
  hear(beat: number): boolean {
    if (beat > this.#sent) {
      return false;
    }
    this.#heard = Math.max(this.#heard, beat);
    return true;
  }

  /** Time for a beat passed. Looks are counted and not beats: whoever wins many shards at once says so with as many beats before the first comes back. */
  look(): void {
    const isHeard = this.#heard > this.#heardAtLook || this.#heard === this.#sent;
    this.#heardAtLook = this.#heard;
    this.#unheardLooks = isHeard ? 0 : this.#unheardLooks + 1;
  }
}
