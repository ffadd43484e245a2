import { pair } from "../../names/pair.js";
import { depthLevel } from "../../records/depth-level.js";
import { milliseconds } from "../../records/scalars.js";
import { list, nullable, optional, record, required, tag, variants, whenKeys } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { RecordOf, RecordValue, ValueOf } from "../../shape/value.js";

const side = nullable(list(depthLevel));

const channelDepthSidesFields = {
  /** Levels of sellers; absent or null: none. */
  asks: optional("asks", side),
  /** Levels of buyers; absent or null: none. */
  bids: optional("bids", side),
};

/** Two sides of changed levels. */
export const channelDepthSides: RecordOf<typeof channelDepthSidesFields, ChannelDepthSides> = record(
  "channel-depth-sides",
  channelDepthSidesFields,
  { spec: "document 1, Events, Protocol B" },
);

/** Decoded {@link channelDepthSides}. */
export interface ChannelDepthSides extends RecordValue<typeof channelDepthSidesFields> {}

const channelDepthSnapshotFields = {
  /** Tells a snapshot from an update. */
  kind: tag("snapshot"),
  /** The pair. */
  pair: required("pair", pair),
  /** When the book was last changed. */
  updatedAtMs: required("update_time", milliseconds),
  /** Sequence number; some deployments omit it, such a book has no baseline until one is proven. */
  seq: optional("seq", integer({ min: 0 })),
  /** Levels of sellers; absent or null: none. */
  asks: optional("asks", side),
  /** Levels of buyers; absent or null: none. */
  bids: optional("bids", side),
};

/** The whole book of a pair: it replaces whatever was known, whatever `data_type` says. */
export const channelDepthSnapshot: RecordOf<typeof channelDepthSnapshotFields, ChannelDepthSnapshot> = record(
  "channel-depth-snapshot",
  channelDepthSnapshotFields,
  { spec: "document 1, Events, Protocol B; field notes 13 and 19" },
);

/** Decoded {@link channelDepthSnapshot}. */
export interface ChannelDepthSnapshot extends RecordValue<typeof channelDepthSnapshotFields> {}

const channelDepthUpdateFields = {
  /** Tells an update from a snapshot. */
  kind: tag("update"),
  /** The pair. */
  pair: required("pair", pair),
  /** When the book was last changed. */
  updatedAtMs: required("update_time", milliseconds),
  /** Sequence number; it means something within one connection and one subscription. */
  seq: required("seq", integer({ min: 0 })),
  /** Levels to insert or replace; quantities are absolute. */
  set: optional("add", nullable(channelDepthSides)),
  /** Levels to remove; quantities are informational. */
  delete: optional("del", nullable(channelDepthSides)),
  /** Levels to set to an absolute quantity. */
  modify: optional("mod", nullable(channelDepthSides)),
};

/**
 * Changes to the book of a pair, applied in the order set asks, set bids, delete asks, delete bids, modify.
 * With none of the three kinds of change it only moves `seq`.
 */
export const channelDepthUpdate: RecordOf<typeof channelDepthUpdateFields, ChannelDepthUpdate> = record(
  "channel-depth-update",
  channelDepthUpdateFields,
  { spec: "document 1, Events, Protocol B; field note 11" },
);

/** Decoded {@link channelDepthUpdate}. */
export interface ChannelDepthUpdate extends RecordValue<typeof channelDepthUpdateFields> {}

/**
 * Payload `data` of the depth channel. With neither kind of content the message is an update only when `data_type` is 1; that rule needs the
 * envelope and stands in the decoder.
 *
 * @spec field note 13
 */
export const channelDepth = variants("channel-depth", [
  whenKeys({ anyOf: ["asks", "bids"], noneOf: ["add", "del", "mod"] }, channelDepthSnapshot),
  whenKeys({ anyOf: [], noneOf: ["asks", "bids"] }, channelDepthUpdate),
]);

/** Decoded {@link channelDepth}. */
export type ChannelDepth = ValueOf<typeof channelDepth>;
