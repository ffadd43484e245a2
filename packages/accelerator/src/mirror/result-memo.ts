/** What was made of a state, for as long as the state is the newest: reads without a limit ask for the same again and again. */
export class ResultMemo {
  readonly #made = new WeakMap<object, Map<string, unknown>>();

  /**
   * Makes a result once.
   *
   * @param state of which it is made; it does not change
   * @param key what is made of it
   */
  of<Result>(state: object, key: string, make: () => Result): Result {
    let results = this.#made.get(state);
    if (results === undefined) {
      results = new Map();
      this.#made.set(state, results);
    }
    if (results.size >= mostResults && !results.has(key)) {
      return make();
    }
    if (!results.has(key)) {
      results.set(key, make());
    }
    return results.get(key) as Result;
  }
}

/** So many results of one state are kept: whoever asks for thousands of different ones asks for each once. */
const mostResults = 100;
