import { readFile } from "node:fs/promises";
import { ProtocolError, ValidationError } from "@depthwire/core";
import { parseExact } from "@depthwire/core/internal";
import { placeAt, placeOf, type TextPlace } from "./json-place.js";

/** Where the reader of JSON stops at text that is not JSON. */
function offsetOfFault(text: string): number {
  try {
    parseExact(text, { maxDepth: 256, maxLength: text.length });
  } catch (error) {
    if (error instanceof ProtocolError && "offset" in error.details) {
      return error.details.offset;
    }
  }
  return 0;
}

/** Files of JSON that options name. They are remembered, so that what is wrong inside is said with its line. */
export class JsonFiles {
  readonly #texts: Map<string, string> = new Map();
  readonly #faults: Map<string, TextPlace> = new Map();

  /**
   * Reads a file that an option names.
   *
   * @param rule what the option's value must be, for a file that cannot be read
   * @throws ValidationError `option-invalid` when the file cannot be read or is not JSON; `cause` has the words of the system or the parser
   */
  async read(option: string, file: string, rule = "a file that can be read"): Promise<unknown> {
    const text = await readOption(option, file, rule);
    this.#texts.set(option, text);
    try {
      return JSON.parse(text);
    } catch (cause) {
      this.#faults.set(option, placeAt(text, offsetOfFault(text)));
      throw new ValidationError("option-invalid", { option, rule: "a file of JSON" }, { cause });
    }
  }

  /**
   * Where in its file something stands.
   *
   * @param option as an error names it: `scenario.steps[2].pair`
   * @returns nothing where the option names no file of JSON that could be read
   */
  placeOf(option: string): TextPlace | undefined {
    const [name = "", ...inside] = option.split(".");
    const text = this.#texts.get(name);
    if (text === undefined) {
      return undefined;
    }
    // The check calls the whole by the option's name.
    const path = inside[0] === name ? inside.slice(1) : inside;
    return this.#faults.get(name) ?? placeOf(text, path.join("."));
  }
}

async function readOption(option: string, file: string, rule: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new ValidationError("option-invalid", { option, rule }, { cause });
  }
}
