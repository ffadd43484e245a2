import { depthLevel } from "../../records/depth-level.js";
import { optional, record } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { FieldOf, RecordOf, RecordValue, ValueOf, VariantsOf } from "../../shape/value.js";
import {
  type DepthSidesFields,
  type DepthSnapshotFields,
  type DepthUpdateFields,
  depthSidesFields,
  depthSnapshotFields,
  depthUpdateFields,
  depthVariants,
} from "../depth-fields.js";

const timeKey = "update_time";

const channelDepthSidesFields: DepthSidesFields<typeof depthLevel> = depthSidesFields(depthLevel);

/** Two sides of changed levels. */
export const channelDepthSides: RecordOf<typeof channelDepthSidesFields, ChannelDepthSides> = /* @__PURE__ */ record(
  "channel-depth-sides",
  channelDepthSidesFields,
  { spec: "document 1, Events, Protocol B" },
);

/** Decoded {@link channelDepthSides}. */
export interface ChannelDepthSides extends RecordValue<typeof channelDepthSidesFields> {}

const channelDepthSnapshotFields: DepthSnapshotFields<
  typeof depthLevel,
  FieldOf<"optional", number>
> = depthSnapshotFields(depthLevel, timeKey, optional("seq", integer({ min: 0 })));

/** The whole book of a pair: it replaces whatever was known, whatever `data_type` says. */
export const channelDepthSnapshot: RecordOf<typeof channelDepthSnapshotFields, ChannelDepthSnapshot> =
  /* @__PURE__ */ record("channel-depth-snapshot", channelDepthSnapshotFields, {
    spec: "document 1, Events, Protocol B; field notes 13 and 19",
  });

/** Decoded {@link channelDepthSnapshot}. */
export interface ChannelDepthSnapshot extends RecordValue<typeof channelDepthSnapshotFields> {}

const channelDepthUpdateFields: DepthUpdateFields<typeof channelDepthSides> = depthUpdateFields(
  channelDepthSides,
  timeKey,
);

/**
 * Changes to the book of a pair, applied in the order set asks, set bids, delete asks, delete bids, modify.
 * With none of the three kinds of change it only moves `seq`.
 */
export const channelDepthUpdate: RecordOf<typeof channelDepthUpdateFields, ChannelDepthUpdate> = /* @__PURE__ */ record(
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
export const channelDepth: VariantsOf<ChannelDepthSnapshot | ChannelDepthUpdate> = depthVariants(
  "channel-depth",
  channelDepthSnapshot,
  channelDepthUpdate,
);

/** Decoded {@link channelDepth}. */
export type ChannelDepth = ValueOf<typeof channelDepth>;
