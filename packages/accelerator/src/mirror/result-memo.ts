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
    if (results.size >= maxResults && !results.has(key)) {
      return make();
    }
    if (!results.has(key)) {
      results.set(key, make());
    }
    return results.get(key) as Result;
  }

  /**
   * Makes the answer to a question once, as long as the question is the same object.
   *
   * @param name of what is asked: no other kind of question has it
   */
  answerTo<Result>(state: object, name: string, question: object, make: () => Result): Result {
    const answers = this.of(state, name, () => new Map<object, Result>());
    const known = answers.get(question);
    if (known !== undefined || answers.has(question)) {
      return known as Result;
    }
    const made = make();
    if (answers.size < maxResults) {
      answers.set(question, made);
    }
    return made;
  }
}

/** So many results of one state are kept: whoever asks for thousands of different ones asks for each once. */
const maxResults = 100;
