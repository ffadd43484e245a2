import { depthRow } from "../../records/depth-row.js";
import { record, required } from "../../shape/composite.js";
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

const timeKey = "ut";

const prefixDepthSidesFields: DepthSidesFields<typeof depthRow> = depthSidesFields(depthRow);

/** Two sides of changed levels. */
export const prefixDepthSides: RecordOf<typeof prefixDepthSidesFields, PrefixDepthSides> = /* @__PURE__ */ record(
  "prefix-depth-sides",
  prefixDepthSidesFields,
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixDepthSides}. */
export interface PrefixDepthSides extends RecordValue<typeof prefixDepthSidesFields> {}

const prefixDepthSnapshotFields: DepthSnapshotFields<
  typeof depthRow,
  FieldOf<"required", number>
> = depthSnapshotFields(depthRow, timeKey, required("seq", integer({ min: 0 })));

/** The whole book of a pair: it replaces whatever was known, whatever `t` says. */
export const prefixDepthSnapshot: RecordOf<typeof prefixDepthSnapshotFields, PrefixDepthSnapshot> =
  /* @__PURE__ */ record("prefix-depth-snapshot", prefixDepthSnapshotFields, {
    spec: "document 1, Events, Protocol A; field note 13",
  });

/** Decoded {@link prefixDepthSnapshot}. */
export interface PrefixDepthSnapshot extends RecordValue<typeof prefixDepthSnapshotFields> {}

const prefixDepthUpdateFields: DepthUpdateFields<typeof prefixDepthSides> = depthUpdateFields(
  prefixDepthSides,
  timeKey,
);

/**
 * Changes to the book of a pair, applied in the order set asks, set bids, delete asks, delete bids, modify.
 * With none of the three kinds of change it only moves `seq`.
 */
export const prefixDepthUpdate: RecordOf<typeof prefixDepthUpdateFields, PrefixDepthUpdate> = /* @__PURE__ */ record(
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
export const prefixDepth: VariantsOf<PrefixDepthSnapshot | PrefixDepthUpdate> = depthVariants(
  "prefix-depth",
  prefixDepthSnapshot,
  prefixDepthUpdate,
);

/** Decoded {@link prefixDepth}. */
export type PrefixDepth = ValueOf<typeof prefixDepth>;
