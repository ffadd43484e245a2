import type { HoldingSite } from "../state/site.js";
import type { OrderRecord } from "./order-record.js";

/** A user's order, and where its owner stands in its contract. */
export interface PlacedOrder {
  readonly site: HoldingSite;
  readonly record: OrderRecord;
}
