import { type ClassCodec, type GraphTable, rowKinds } from "./graph-table.js";

/** Texts that JSON writes as they are, between quotes. */
const plainText = /^[ !#-[\]-~]*$/;

/** Long texts are packed records, which nobody meets twice; short ones are words and names, met again and again. */
const longestKnownText = 24;
const mostKnownTexts = 10_000;

/** Names of an object's properties that an earlier object has in the same order. */
interface KnownShape {
  readonly keys: readonly string[];
  readonly number: number;
}

function haveSameNames(left: readonly string[], right: readonly string[]): boolean {
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== right[i]) {
      return false;
    }
  }
  return true;
}

/**
 * Writes a graph as text at once: the text of a {@link GraphTable}. A state has hundreds of thousands of objects, and while it is
 * written nothing else happens.
 */
class GraphWriter {
  readonly #classes: readonly ClassCodec[];
  readonly #found: object[] = [];
  readonly #numbers: Map<object, number> = new Map();
  readonly #shapes: (readonly string[])[] = [];
  /** By number of properties. */
  readonly #known: Map<number, KnownShape[]> = new Map();
  /** Texts with their quotes. */
  readonly #texts: Map<string, string> = new Map();

  constructor(classes: readonly ClassCodec[]) {
    this.#classes = classes;
  }

  write(root: object): string {
    const rows: string[] = [];
    this.#cell(root);
    // Everything a row refers to joins the end of the list.
    for (let i = 0; i < this.#found.length; i++) {
      rows.push(this.#row(this.#found[i] as object));
    }
    return `{"shapes":${JSON.stringify(this.#shapes)},"rows":[${rows.join(",")}]}`;
  }

  #row(value: object): string {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) {
      return this.#cells(`[${this.#shape(Object.keys(value))}`, Object.values(value));
    }
    if (Array.isArray(value)) {
      return this.#cells(`[${rowKinds.list}`, value);
    }
    if (value instanceof Map) {
      let row = `[${rowKinds.map}`;
      for (const [key, one] of value) {
        row += `,${this.#cell(key)},${this.#cell(one)}`;
      }
      return `${row}]`;
    }
    if (value instanceof Set) {
      return this.#cells(`[${rowKinds.set}`, value);
    }
    const found = this.#classes.find((one) => one.isInstance(value));
    if (found === undefined) {
      throw new TypeError(`no codec for ${value.constructor.name}`);
    }
    return this.#cells(`[${rowKinds.instance},${this.#quoted(found.name)}`, found.partsOf(value));
  }

  #shape(keys: readonly string[]): number {
    const alike = this.#known.get(keys.length) ?? [];
    for (const shape of alike) {
      if (haveSameNames(shape.keys, keys)) {
        return shape.number;
      }
    }
    const number = this.#shapes.length;
    this.#shapes.push(keys);
    this.#known.set(keys.length, [...alike, { keys, number }]);
    return number;
  }

  #cells(first: string, values: Iterable<unknown>): string {
    let row = first;
    for (const value of values) {
      row += `,${this.#cell(value)}`;
    }
    return `${row}]`;
  }

  #cell(value: unknown): string {
    switch (typeof value) {
      case "string":
        return this.#quoted(value);
      case "boolean":
        return value ? "true" : "false";
      case "number":
        return this.#numberText(value);
      case "bigint":
        return `["${value}"]`;
      case "undefined":
        return "[]";
      case "object":
        return value === null ? "null" : `[${this.#number(value)}]`;
      default:
        throw new TypeError(`a ${typeof value} cannot be written`);
    }
  }

  #quoted(text: string): string {
    if (text.length > longestKnownText) {
      return JSON.stringify(text);
    }
    let quoted = this.#texts.get(text);
    if (quoted === undefined) {
      quoted = plainText.test(text) ? `"${text}"` : JSON.stringify(text);
      if (this.#texts.size < mostKnownTexts) {
        this.#texts.set(text, quoted);
      }
    }
    return quoted;
  }

  #numberText(value: number): string {
    if (Object.is(value, -0)) {
      return '["","-0"]';
    }
    return Number.isFinite(value) ? String(value) : `["","${value}"]`;
  }

  #number(value: object): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#found.length;
      this.#numbers.set(value, number);
      this.#found.push(value);
    }
    return number;
  }
}

/**
 * Writes everything that can be reached from an object, as the JSON text of a {@link GraphTable}.
 *
 * @throws TypeError for a function, a symbol, or an object of a class that `classes` does not know
 */
export function graphText(root: object, classes: readonly ClassCodec[]): string {
  return new GraphWriter(classes).write(root);
}

/** The same as plain data. */
export function encodeGraph(root: object, classes: readonly ClassCodec[]): GraphTable {
  return JSON.parse(graphText(root, classes)) as GraphTable;
}
