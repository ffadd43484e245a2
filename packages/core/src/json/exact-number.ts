import { ValidationError } from "../error/validation-error.js";

const jsonNumberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * A JSON number that a JavaScript number cannot hold with its exact text, such as `11221615815381299` or `1.10`.
 * The parser makes it, the writer writes its text back unchanged.
 */
export class ExactNumber {
  /** The number as written in the JSON text. */
  readonly text: string;

  /**
   * @param text one number by the JSON grammar
   * @throws ValidationError `value-invalid` for any other text
   */
  constructor(text: string) {
    if (!jsonNumberText.test(text)) {
      throw new ValidationError("value-invalid", { path: "", rule: "a number by the JSON grammar" });
    }
    this.text = text;
  }

  /** The number's text. */
  toString(): string {
    return this.text;
  }

  /** The number's text as a JSON string: `JSON.stringify` cannot write it bare. Use `writeOrdered` instead. */
  toJSON(): string {
    return this.text;
  }
}

/**
 * A JSON number's text as a JavaScript number when that writes back the same text, else as an {@link ExactNumber}.
 *
 * @throws ValidationError `value-invalid` when the text is not a JSON number
 */
export function jsonNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text && Number.isFinite(value) ? value : new ExactNumber(text);
}
