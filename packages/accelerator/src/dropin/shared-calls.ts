/** Calls in flight: whoever asks the same thing meanwhile gets the same answer. */
export class SharedCalls<Answer> {
  readonly #open = new Map<string, Promise<Answer>>();

  /** How many different calls are in flight. */
  get size(): number {
    return this.#open.size;
  }

  /** Makes a call, or joins the one that is in flight under this key. */
  share(key: string, call: () => Promise<Answer>): Promise<Answer> {
    const known = this.#open.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = call().finally(() => this.#open.delete(key));
    this.#open.set(key, made);
    return made;
  }
}
