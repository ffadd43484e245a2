import type { SharedTexts } from "./record-codec.js";

/** Texts and their numbers, in the order in which they were first used. */
export class TextTable implements SharedTexts {
  readonly #texts: string[] = [];
  readonly #numbers: Map<string, number> = new Map();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) {
      this.numberOf(text);
    }
  }

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  textOf(number: number): string {
    const text = this.#texts[number];
    if (text === undefined) {
      throw new RangeError("a record names a text that is not there");
    }
    return text;
  }

  /** The number of a text that is known. */
  known(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** How many there are. */
  get size(): number {
    return this.#texts.length;
  }

  /** Forgets the latest, so that so many are left. */
  cutTo(size: number): void {
    for (const text of this.#texts.splice(size)) {
      this.#numbers.delete(text);
    }
  }

  all(): readonly string[] {
    return [...this.#texts];
  }
}
