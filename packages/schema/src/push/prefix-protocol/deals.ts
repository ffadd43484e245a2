import { tradeSide } from "../../enums/trade-side.js";
import { pair } from "../../names/pair.js";
import { dealId, millisecondsAsText, price, quantity } from "../../records/scalars.js";
import { at, list, optionalAt, record, required, row, variants, whenForm, whenLength } from "../../shape/composite.js";
import { asText } from "../../shape/enumeration.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * A trade of protocol A as documented: five elements, the last one empty.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export const dealRow = row(
  "deal-row",
  {
    /** Price of the trade. */
    price: at(0, price),
    /** Quantity of the trade. */
    quantity: at(1, quantity),
    /** Direction of the taker. */
    side: at(2, asText(tradeSide)),
    /** When it was traded. */
    tradedAtMs: at(3, millisecondsAsText),
  },
  { spec: "document 1, Events, Protocol A; field note 15", length: 5, filler: { 4: "" } },
);

/** Decoded {@link dealRow}. */
export type DealRow = ValueOf<typeof dealRow>;

/**
 * A trade of protocol A as later messages were seen: six elements, the pair first.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export const pairedDealRow = row(
  "paired-deal-row",
  {
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
    /** The venue's id of the trade, where it is told. */
    dealId: optionalAt(5, dealId, ""),
  },
  { spec: "document 1, Events, Protocol A; field note 15", length: 6 },
);

/** Decoded {@link pairedDealRow}. */
export type PairedDealRow = ValueOf<typeof pairedDealRow>;

/**
 * A trade of protocol A, told apart by its length.
 *
 * @spec field note 15
 */
export const prefixDeal = variants("prefix-deal", [whenLength(6, pairedDealRow), whenLength(5, dealRow)]);

/** Decoded {@link prefixDeal}. */
export type PrefixDeal = ValueOf<typeof prefixDeal>;

/**
 * The latest trades of a pair, newest first: what the deals channel sends first.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export const dealList = record(
  "deal-list",
  {
    /** The pair. */
    pair: required("pair", pair),
    /** The trades, newest first. */
    deals: required("d", list(prefixDeal)),
  },
  { spec: "document 1, Events, Protocol A; field note 15" },
);

/** Decoded {@link dealList}. */
export type DealList = ValueOf<typeof dealList>;

/**
 * Payload of the deals channel: the list first, then one trade at a time.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export const prefixDeals = variants("prefix-deals", [
  whenForm("object", dealList),
  whenLength(6, pairedDealRow),
  whenLength(5, dealRow),
]);

/** Decoded {@link prefixDeals}. */
export type PrefixDeals = ValueOf<typeof prefixDeals>;
