import { type Cell, type ClassCodec, type GraphTable, type Row, rowKinds } from "./graph-table.js";

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
 * Reads what `encodeGraph` wrote.
 *
 * @throws TypeError SyntaxError when the table is not what it wrote
 */
export function decodeGraph(table: GraphTable, classes: readonly ClassCodec[]): object {
  return new GraphReader(table, classes).read();
}
