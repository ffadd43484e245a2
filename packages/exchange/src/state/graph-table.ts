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
