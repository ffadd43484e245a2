import { pair } from "../names/pair.js";
import { milliseconds, price, quantity } from "../records/scalars.js";
import { fixed, list, optional, record, required } from "../shape/composite.js";
import { enumeration } from "../shape/enumeration.js";
import { integer, text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";

const spec = "the relay's wire, version 1";

/** What the owner calls its own book. */
export const relayViewStatus = /* @__PURE__ */ enumeration(
  "relay-view-status",
  {
    /** Subscribed; no complete snapshot yet. */
    syncing: "syncing",
    /** Exactly a state that the venue published. Only this one may be traded on. */
    live: "live",
    /** Something is missing or contradictory; the last good state is shown. */
    gapped: "gapped",
    /** The connection behind it is gone or silent. */
    stale: "stale",
    /** The best bid is not below the best ask. */
    crossed: "crossed",
  },
  { wire: "text" },
);

const levelFields = {
  /** The level. Decimal text: never a binary float. */
  price: required("price", price),
  /** Quantity at the price. Decimal text. */
  quantity: required("quantity", quantity),
};

/** One level of a view. */
export const relayViewLevel: RecordOf<typeof levelFields, RelayViewLevel> = /* @__PURE__ */ record(
  "relay-view-level",
  levelFields,
  { spec },
);

/** Decoded {@link relayViewLevel}. */
export interface RelayViewLevel extends RecordValue<typeof levelFields> {}

const counter = /* @__PURE__ */ integer({ min: 0 });

const viewFields = {
  /** Version of this format. */
  version: fixed("version", 1),
  /** The pair. */
  pair: required("pair", pair),
  /** What the owner calls its own book. A reader that hears nothing for some seconds has to call it stale. */
  status: required("status", relayViewStatus),
  /** Why it is not live, as one word; absent where it is. */
  reason: optional("reason", text()),
  /** Name of the owner that published it. */
  owner: required("owner", text()),
  /** Ownership that it was published under: views of a smaller term than one seen are to be dropped. */
  term: required("term", counter),
  /** Counts the owner's snapshots of the book: `seq` is comparable within one term and epoch. */
  epoch: required("epoch", counter),
  /** The venue's number of this state; 0 before the first. */
  seq: required("seq", counter),
  /** The venue's time of this state, epoch milliseconds; 0 before the first. */
  updatedAtMs: required("updatedAtMs", milliseconds),
  /** How long ago this state came in at the owner when it published the view, milliseconds. */
  ageMs: required("ageMs", counter),
  /**
   * Of a live view: what the venue had told longer than so many milliseconds ago is in it, when it was published. A reader adds the age of its own receipt;
   * the time on the way from the owner is in neither.
   */
  freshWithinMs: optional("freshWithinMs", counter),
  /** The best levels of sellers, lowest price first. Empty where nobody asks. */
  asks: required("asks", list(relayViewLevel)),
  /** The best levels of buyers, highest price first. Empty where nobody bids. */
  bids: required("bids", list(relayViewLevel)),
};

/** The best levels of one pair as JSON: published at most some times a second, and again each second unchanged. */
export const relayView: RecordOf<typeof viewFields, RelayView> = /* @__PURE__ */ record("relay-view", viewFields, {
  spec,
});

/** Decoded {@link relayView}. */
export interface RelayView extends RecordValue<typeof viewFields> {}
