/**
 * Writes a graph of objects as a table of rows, one row an object, in which references are row numbers: what two places share
 * is one object again afterwards, and rings are allowed. The walk is breadth-first and needs no stack, so that a chain
 * may be long. The same graph gives the same rows: they are a canonical form.
 */

/** How objects of a class turn into plain parts and back. Private fields are reached through the class's own methods. */
export interface ClassCodec<Instance extends object = object> {
  /** Stands in the rows; never changes. */
  readonly name: string;
  isInstance(value: object): value is Instance;
  /** What the object is made of. */
  partsOf(instance: Instance): readonly unknown[];
  /** An object without its parts. */
  create(): Instance;
  /** Gives the object its parts. They may still be without their own. */
  fill(instance: Instance, parts: readonly unknown[]): void;
}

/** What a value became: itself, or an array of one or two entries for what JSON has no form for. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | readonly []
  | readonly [number]
  | readonly [string]
  | readonly ["", string];

/** An object: which shape it has (a number of `shapes`, or one of {@link rowKinds}), then its cells. */
export type Row = readonly [number, ...Cell[]];

/** A graph as plain data. */
export interface GraphTable {
  /** Names of the properties of plain objects, in their order. */
  readonly shapes: readonly (readonly string[])[];
  readonly rows: readonly Row[];
}

/** Rows of anything but plain objects. A row of a class goes on with the class's name. */
export const rowKinds = { list: -1, map: -2, set: -3, instance: -4 } as const;

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

/** Reads a graph: first every object, empty, then what is in it. */
class GraphReader {
  readonly #table: GraphTable;
  readonly #classes: ReadonlyMap<string, ClassCodec>;
  readonly #objects: readonly object[];

  constructor(table: GraphTable, classes: readonly ClassCodec[]) {
    this.#table = table;
    this.#classes = new Map(classes.map((one) => [one.name, one]));
    this.#objects = table.rows.map((row) => this.#create(row));
  }

  read(): object {
    // An object of a class is filled last: its parts are whole by then, those of its own kind excepted.
    const instances: [object, Row][] = [];
    this.#table.rows.forEach((row, i) => {
      const object = this.#objects[i] as object;
      if (row[0] === rowKinds.instance) {
        instances.push([object, row]);
      } else {
        this.#fill(object, row);
      }
    });
    for (const [object, row] of instances) {
      this.#classOf(row).fill(object, this.#values(row, 2));
    }
    const [root] = this.#objects;
    if (root === undefined) {
      throw new TypeError("a graph has a root");
    }
    return root;
  }

  #create(row: Row): object {
    switch (row[0]) {
      case rowKinds.list:
        return [];
      case rowKinds.map:
        return new Map();
      case rowKinds.set:
        return new Set();
      case rowKinds.instance:
        return this.#classOf(row).create();
      default:
        return {};
    }
  }

  #classOf(row: Row): ClassCodec {
    const found = this.#classes.get(String(row[1]));
    if (found === undefined) {
      throw new TypeError(`no codec for ${String(row[1])}`);
    }
    return found;
  }

  #fill(object: object, row: Row): void {
    const values = this.#values(row, 1);
    if (Array.isArray(object)) {
      for (const value of values) {
        object.push(value);
      }
    } else if (object instanceof Map) {
      for (let i = 0; i < values.length; i += 2) {
        object.set(values[i], values[i + 1]);
      }
    } else if (object instanceof Set) {
      for (const value of values) {
        object.add(value);
      }
    } else {
      this.#fillPlain(object as Record<string, unknown>, row[0], values);
    }
  }

  #fillPlain(object: Record<string, unknown>, shape: number, values: readonly unknown[]): void {
    const keys = this.#table.shapes[shape];
    if (keys?.length !== values.length) {
      throw new TypeError("a row does not have the shape that it names");
    }
    keys.forEach((key, i) => {
      object[key] = values[i];
    });
  }

  #values(row: Row, from: number): unknown[] {
    const values: unknown[] = [];
    for (let i = from; i < row.length; i++) {
      values.push(this.#value(row[i] as Cell));
    }
    return values;
  }

  #value(cell: Cell): unknown {
    if (typeof cell !== "object" || cell === null) {
      return cell;
    }
    const [first, second] = cell;
    if (first === undefined) {
      return undefined;
    }
    if (second !== undefined) {
      return Number(second);
    }
    if (typeof first === "string") {
      return BigInt(first);
    }
    const object = this.#objects[first];
    if (object === undefined) {
      throw new TypeError("a row refers to one that is not there");
    }
    return object;
  }
}

/**
 * Reads what {@link encodeGraph} wrote.
 *
 * @throws TypeError SyntaxError when the table is not what it wrote
 */
export function decodeGraph(table: GraphTable, classes: readonly ClassCodec[]): object {
  return new GraphReader(table, classes).read();
}
