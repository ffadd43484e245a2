import { tradeSide } from "../../enums/trade-side.js";
import { pair } from "../../names/pair.js";
import { dealId, millisecondsAsText, price, quantity } from "../../records/scalars.js";
import { at, list, optionalAt, record, required, row, variants, whenForm, whenLength } from "../../shape/composite.js";
import { asText } from "../../shape/enumeration.js";
import type { RecordOf, RecordValue, RowOf, ValueOf } from "../../shape/value.js";

const dealRowFields = {
  /** Price of the trade. */
  price: at(0, price),
  /** Quantity of the trade. */
  quantity: at(1, quantity),
  /** Direction of the taker. */
  side: at(2, asText(tradeSide)),
  /** When it was traded. */
  tradedAtMs: at(3, millisecondsAsText),
};

/** A trade of protocol A as documented: five elements, the last one empty. */
export const dealRow: RowOf<typeof dealRowFields, DealRow> = /* @__PURE__ */ row("deal-row", dealRowFields, {
  spec: "document 1, Events, Protocol A; field note 15",
  length: 5,
  filler: { 4: "" },
});

/** Decoded {@link dealRow}. */
export interface DealRow extends RecordValue<typeof dealRowFields> {}

const pairedDealRowFields = {
  /** The pair. */
  pair: at(0, pair),
  /** Price of the trade. */
  price: at(1, price),
  /** Quantity of the trade. */
  quantity: at(2, quantity),
  /** Direction of the taker. */
  side: at(3, asText(tradeSide)),
  /** When it was traded. */
  tradedAtMs: at(4, millisecondsAsText),
  /** The venue's id of the trade, if the venue sends it. */
  dealId: optionalAt(5, dealId, ""),
};

/** A trade of protocol A as later messages were seen: six elements, the pair first. */
export const pairedDealRow: RowOf<typeof pairedDealRowFields, PairedDealRow> = /* @__PURE__ */ row(
  "paired-deal-row",
  pairedDealRowFields,
  { spec: "document 1, Events, Protocol A; field note 15", length: 6 },
);

/** Decoded {@link pairedDealRow}. */
export interface PairedDealRow extends RecordValue<typeof pairedDealRowFields> {}

/**
 * A trade of protocol A, told apart by its length.
 *
 * @spec field note 15
 */
export const prefixDeal = /* @__PURE__ */ variants("prefix-deal", [
  whenLength(6, pairedDealRow),
  whenLength(5, dealRow),
]);

/** Decoded {@link prefixDeal}. */
export type PrefixDeal = ValueOf<typeof prefixDeal>;

const dealListFields = {
  /** The pair. */
  pair: required("pair", pair),
  /** The trades, newest first. */
  deals: required("d", list(prefixDeal)),
};

/** The latest trades of a pair, newest first: what the deals channel sends first. */
export const dealList: RecordOf<typeof dealListFields, DealList> = /* @__PURE__ */ record("deal-list", dealListFields, {
  spec: "document 1, Events, Protocol A; field note 15",
});

/** Decoded {@link dealList}. */
export interface DealList extends RecordValue<typeof dealListFields> {}

/**
 * Payload of the deals channel: the list first, then one trade at a time.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export const prefixDeals = /* @__PURE__ */ variants("prefix-deals", [
  whenForm("object", dealList),
  whenLength(6, pairedDealRow),
  whenLength(5, dealRow),
]);

/** Decoded {@link prefixDeals}. */
export type PrefixDeals = ValueOf<typeof prefixDeals>;
