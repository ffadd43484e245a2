import { pair } from "../../names/pair.js";
import { depthLevel } from "../../records/depth-level.js";
import { milliseconds } from "../../records/scalars.js";
import { list, nullable, optional, record, required, tag, variants, whenKeys } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

const side = nullable(list(depthLevel));

/**
 * Two sides of changed levels.
 *
 * @spec document 1, Events, Protocol B
 */
export const channelDepthSides = record(
  "channel-depth-sides",
  {
    /** Levels of sellers; absent or null: none. */
    asks: optional("asks", side),
    /** Levels of buyers; absent or null: none. */
    bids: optional("bids", side),
  },
  { spec: "document 1, Events, Protocol B" },
);

/** Decoded {@link channelDepthSides}. */
export type ChannelDepthSides = ValueOf<typeof channelDepthSides>;

/**
 * The whole book of a pair: it replaces whatever was known, whatever `data_type` says.
 *
 * @spec document 1, Events, Protocol B; field notes 13 and 19
 */
export const channelDepthSnapshot = record(
  "channel-depth-snapshot",
  {
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
  },
  { spec: "document 1, Events, Protocol B; field notes 13 and 19" },
);

/** Decoded {@link channelDepthSnapshot}. */
export type ChannelDepthSnapshot = ValueOf<typeof channelDepthSnapshot>;

/**
 * Changes to the book of a pair, applied in the order set asks, set bids, delete asks, delete bids, modify.
 * With none of the three kinds of change it only moves `seq`.
 *
 * @spec document 1, Events, Protocol B; field note 11
 */
export const channelDepthUpdate = record(
  "channel-depth-update",
  {
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
  },
  { spec: "document 1, Events, Protocol B; field note 11" },
);

/** Decoded {@link channelDepthUpdate}. */
export type ChannelDepthUpdate = ValueOf<typeof channelDepthUpdate>;

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
