import { pair } from "../../names/pair.js";
import { depthRow } from "../../records/depth-row.js";
import { milliseconds } from "../../records/scalars.js";
import { list, nullable, optional, record, required, tag, variants, whenKeys } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { RecordOf, RecordValue, ValueOf } from "../../shape/value.js";

const side = nullable(list(depthRow));

const prefixDepthSidesFields = {
  /** Levels of sellers; absent or null: none. */
  asks: optional("asks", side),
  /** Levels of buyers; absent or null: none. */
  bids: optional("bids", side),
};

/** Two sides of changed levels. */
export const prefixDepthSides: RecordOf<typeof prefixDepthSidesFields, PrefixDepthSides> = record(
  "prefix-depth-sides",
  prefixDepthSidesFields,
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixDepthSides}. */
export interface PrefixDepthSides extends RecordValue<typeof prefixDepthSidesFields> {}

const prefixDepthSnapshotFields = {
  /** Tells a snapshot from an update. */
  kind: tag("snapshot"),
  /** The pair. */
  pair: required("pair", pair),
  /** When the book was last changed. */
  updatedAtMs: required("ut", milliseconds),
  /** Sequence number; it means something within one connection and one subscription. */
  seq: required("seq", integer({ min: 0 })),
  /** Levels of sellers; absent or null: none. */
  asks: optional("asks", side),
  /** Levels of buyers; absent or null: none. */
  bids: optional("bids", side),
};

/** The whole book of a pair: it replaces whatever was known, whatever `t` says. */
export const prefixDepthSnapshot: RecordOf<typeof prefixDepthSnapshotFields, PrefixDepthSnapshot> = record(
  "prefix-depth-snapshot",
  prefixDepthSnapshotFields,
  { spec: "document 1, Events, Protocol A; field note 13" },
);

/** Decoded {@link prefixDepthSnapshot}. */
export interface PrefixDepthSnapshot extends RecordValue<typeof prefixDepthSnapshotFields> {}

const prefixDepthUpdateFields = {
  /** Tells an update from a snapshot. */
  kind: tag("update"),
  /** The pair. */
  pair: required("pair", pair),
  /** When the book was last changed. */
  updatedAtMs: required("ut", milliseconds),
  /** Sequence number; it means something within one connection and one subscription. */
  seq: required("seq", integer({ min: 0 })),
  /** Levels to insert or replace; quantities are absolute. */
  set: optional("add", nullable(prefixDepthSides)),
  /** Levels to remove; quantities are informational. */
  delete: optional("del", nullable(prefixDepthSides)),
  /** Levels to set to an absolute quantity. Documented for protocol B, tolerated here. */
  modify: optional("mod", nullable(prefixDepthSides)),
};

/**
 * Changes to the book of a pair, applied in the order set asks, set bids, delete asks, delete bids, modify.
 * With none of the three kinds of change it only moves `seq`.
 */
export const prefixDepthUpdate: RecordOf<typeof prefixDepthUpdateFields, PrefixDepthUpdate> = record(
  "prefix-depth-update",
  prefixDepthUpdateFields,
  { spec: "document 1, Events, Protocol A; field note 11" },
);

/** Decoded {@link prefixDepthUpdate}. */
export interface PrefixDepthUpdate extends RecordValue<typeof prefixDepthUpdateFields> {}

/**
 * Payload `d` of the depth channel. With neither kind of content the message is an update only when `t` is 1; that rule needs the
 * envelope and stands in the decoder.
 *
 * @spec field note 13
 */
export const prefixDepth = variants("prefix-depth", [
  whenKeys({ anyOf: ["asks", "bids"], noneOf: ["add", "del", "mod"] }, prefixDepthSnapshot),
  whenKeys({ anyOf: [], noneOf: ["asks", "bids"] }, prefixDepthUpdate),
]);

/** Decoded {@link prefixDepth}. */
export type PrefixDepth = ValueOf<typeof prefixDepth>;
