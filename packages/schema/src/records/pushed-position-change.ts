import { positionChangeType } from "../enums/position-change-type.js";
import { positionMode } from "../enums/position-mode.js";
import { positionSide } from "../enums/position-side.js";
import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { milliseconds, positionChangeId, price, quantity, userId } from "./scalars.js";

const fields = {
  /** The venue's id of the record. */
  positionChangeId: required("id", positionChangeId),
  /** Whose position it is. */
  userId: required("user_id", userId),
  /** What changed it. */
  type: required("type", positionChangeType),
  /** What backs the position. */
  mode: required("mode", positionMode),
  /** The contract. */
  pair: required("pair", pair),
  /** The price at which it changed (proposed price). */
  price: required("price", price),
  /** By how much the position changed. */
  quantityChange: required("hold_dx", quantity),
  /** Which way the position profits. The wire calls it an order side, but it is not. */
  side: required("order_side", positionSide),
  /** When it changed. */
  createdAtMs: required("time", milliseconds),
};

/** A change of a position that the owner did not ask for (liquidation, lightening, ADL), as the private stream shows it. */
export const pushedPositionChange: RecordOf<typeof fields, PushedPositionChange> = /* @__PURE__ */ record(
  "pushed-position-change",
  fields,
  { spec: "document 1, Resources, Position change record, Pushed form; document 1, Events, Protocol A" },
);

/** Decoded {@link pushedPositionChange}. */
export interface PushedPositionChange extends RecordValue<typeof fields> {}
