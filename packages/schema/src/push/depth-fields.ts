import { pair } from "../names/pair.js";
import { milliseconds } from "../records/scalars.js";
import { list, nullable, optional, required, tag, variants, whenKeys } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { Field, Shape } from "../shape/shape.js";
import type { ListOf, NullableOf, ValueOf, VariantsOf } from "../shape/value.js";

function sideOf<Level extends Shape>(level: Level): NullableOf<ListOf<Level>> {
  return nullable(list(level));
}

/** The table of two sides of changed levels. */
export function depthSidesFields<Level extends Shape>(level: Level) {
  return {
    /** Levels of sellers; absent or null: none. */
    asks: optional("asks", sideOf(level)),
    /** Levels of buyers; absent or null: none. */
    bids: optional("bids", sideOf(level)),
  };
}

/** What {@link depthSidesFields} makes. Tables are declared by this name, so that each field keeps its sentence in the built declarations. */
export type DepthSidesFields<Level extends Shape> = ReturnType<typeof depthSidesFields<Level>>;

/**
 * The table of a whole book.
 *
 * @param timeKey the key of the time when the book was last changed
 */
export function depthSnapshotFields<Level extends Shape, Seq extends Field>(level: Level, timeKey: string, seq: Seq) {
  return {
    /** Tells a snapshot from an update. */
    kind: tag("snapshot"),
    /** The pair. */
    pair: required("pair", pair),
    /** When the book was last changed. */
    updatedAtMs: required(timeKey, milliseconds),
    /**
     * Sequence number; it means something within one connection and one subscription. In protocol B some deployments omit it: such a book has no
     * baseline until one is proven.
     */
    seq,
    /** Levels of sellers; absent or null: none. */
    asks: optional("asks", sideOf(level)),
    /** Levels of buyers; absent or null: none. */
    bids: optional("bids", sideOf(level)),
  };
}

/** What {@link depthSnapshotFields} makes. */
export type DepthSnapshotFields<Level extends Shape, Seq extends Field> = ReturnType<
  typeof depthSnapshotFields<Level, Seq>
>;

/**
 * The table of changes to a book.
 *
 * @param sides two sides of changed levels
 * @param timeKey the key of the time when the book was last changed
 */
export function depthUpdateFields<Sides extends Shape>(sides: Sides, timeKey: string) {
  return {
    /** Tells an update from a snapshot. */
    kind: tag("update"),
    /** The pair. */
    pair: required("pair", pair),
    /** When the book was last changed. */
    updatedAtMs: required(timeKey, milliseconds),
    /** Sequence number; it means something within one connection and one subscription. */
    seq: required("seq", integer({ min: 0 })),
    /** Levels to insert or replace; quantities are absolute. */
    set: optional("add", nullable(sides)),
    /** Levels to remove; quantities are informational. */
    delete: optional("del", nullable(sides)),
    /** Levels to set to an absolute quantity. Documented for protocol B, tolerated in protocol A. */
    modify: optional("mod", nullable(sides)),
  };
}

/** What {@link depthUpdateFields} makes. */
export type DepthUpdateFields<Sides extends Shape> = ReturnType<typeof depthUpdateFields<Sides>>;

/** A snapshot or an update, told apart by the keys that are there. */
export function depthVariants<Snapshot extends Shape, Update extends Shape>(
  name: string,
  snapshot: Snapshot,
  update: Update,
): VariantsOf<ValueOf<Snapshot> | ValueOf<Update>> {
  return variants(name, [
    whenKeys({ anyOf: ["asks", "bids"], noneOf: ["add", "del", "mod"] }, snapshot),
    whenKeys({ anyOf: [], noneOf: ["asks", "bids"] }, update),
  ]);
}
