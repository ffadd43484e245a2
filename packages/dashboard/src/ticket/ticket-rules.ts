import type { PairFacts } from "../data/reference.js";
import type { AccountView } from "../data/wire.js";
import {
  addDecimals,
  compareDecimal,
  divideDecimals,
  isDecimal,
  isMultipleOf,
  multiplyDecimals,
  roundToMultiple,
  signOf,
  stepOf,
  subtractDecimals,
} from "../numbers/exact.js";
import { coinsOf } from "../numbers/format.js";
import {
  availableIn,
  buys,
  type Draft,
  leverageOf,
  opens,
  positionSideOf,
  priceOf,
  type TicketFacts,
} from "./draft.js";
import { costsOf } from "./ticket-costs.js";

/** Why an order is not sent, and the nearest right value where there is one. */
export interface Objection {
  readonly field: keyof Draft | "limit";
  readonly words: string;
  readonly nearest?: string;
  /** Whether nothing is wrong yet: something is still to be said. */
  readonly isMissing?: true;
}

/** Smallest value of an opening order, in the pricing coin. @spec document 2, Limits */
const minOrderValue = "1";

/** Decimals of an amount before it is brought to the pair's unit. */
const amountScale = 20;

/** Everything that is wrong with an order; empty: it may be sent. */
export function objections(draft: Draft, known: TicketFacts): readonly Objection[] {
  const { facts } = known;
  if (facts === undefined) {
    return [{ field: "pair", words: "What may be traded in this pair is not known yet" }];
  }
  return [
    ...aboutTrading(draft, known),
    ...aboutQuantity(draft, known, facts),
    ...aboutPrice(draft, known, facts),
    ...aboutTriggers(draft, known, facts),
    ...aboutValue(draft, known),
  ];
}

function aboutTrading(draft: Draft, { link, isHalted }: TicketFacts): readonly Objection[] {
  if (link !== "live") {
    return [{ field: "limit", words: "The accelerator does not answer: nothing can be sent" }];
  }
  const words = "Trading is halted: only orders that close go out";
  return isHalted && opens(draft) ? [{ field: "side", words }] : [];
}

function aboutQuantity(draft: Draft, { account }: TicketFacts, facts: PairFacts): readonly Objection[] {
  const { quantity } = draft;
  if (quantity === "") {
    return [{ field: "quantity", words: "Say how much", isMissing: true }];
  }
  if (!isDecimal(quantity) || signOf(quantity) <= 0) {
    return [{ field: "quantity", words: "The amount must be a number above 0" }];
  }
  if (!isMultipleOf(quantity, facts.unit)) {
    const down = roundToMultiple(quantity, facts.unit, "down");
    const nearest = signOf(down) > 0 ? down : facts.unit;
    return [{ field: "quantity", words: `The amount must be a multiple of ${facts.unit}`, nearest }];
  }
  if (compareDecimal(quantity, facts.maxOrderQuantity) > 0) {
    const nearest = facts.maxOrderQuantity;
    return [{ field: "quantity", words: `One order may be of ${nearest} at most`, nearest }];
  }
  return opens(draft) ? [] : aboutClosable(draft, account);
}

function aboutClosable(draft: Draft, account: AccountView | undefined): readonly Objection[] {
  const side = positionSideOf(draft);
  const held = account?.positions.find((position) => position.pair === draft.pair && position.side === side);
  const closable = held?.closableQuantity ?? "0";
  if (compareDecimal(draft.quantity, closable) <= 0) {
    return [];
  }
  const words =
    signOf(closable) === 0
      ? `There is no ${side} position left to close`
      : `The position has ${closable} left to close`;
  return [{ field: "quantity", words, ...(signOf(closable) === 0 ? {} : { nearest: closable }) }];
}

function aboutPrice(draft: Draft, { meets, lastPrice }: TicketFacts, { priceScale }: PairFacts): readonly Objection[] {
  if (draft.type === "market") {
    const words = "The book is not live: nobody can tell what a market order would meet. A limit order may be sent";
    return meets === undefined ? [{ field: "type", words }] : [];
  }
  if (draft.type === "trigger" && lastPrice === undefined) {
    return [
      { field: "type", words: "The last price is not known: nobody can tell on which side of it the trigger is" },
    ];
  }
  if (draft.price === "") {
    return [{ field: "price", words: "Say at which price: click one in the ladder", isMissing: true }];
  }
  if (!isDecimal(draft.price) || signOf(draft.price) <= 0) {
    return [{ field: "price", words: "The price must be a number above 0" }];
  }
  return [...offGrid("price", "The price", draft.price, priceScale), ...aboutFar(draft, meets)];
}

/** A limit order that is to meet the market may be so far beyond the best price: more is taken for a slip of the hand. */
const crossing = { percent: "5", above: "1.05", below: "0.95" } as const;

function aboutFar(draft: Draft, best: string | undefined): readonly Objection[] {
  if (draft.type !== "limit" || best === undefined) {
    return [];
  }
  const [factor, way, name, wrong] = buys(draft)
    ? ([crossing.above, "above", "ask", 1] as const)
    : ([crossing.below, "below", "bid", -1] as const);
  if (signOf(subtractDecimals(draft.price, multiplyDecimals(best, factor))) !== wrong) {
    return [];
  }
  const words = `The price is more than ${crossing.percent} % ${way} the best ${name}, ${best}`;
  return [{ field: "price", words, nearest: best }];
}

function offGrid(field: Objection["field"], what: string, price: string, priceScale: number): readonly Objection[] {
  const step = stepOf(priceScale);
  if (isMultipleOf(price, step)) {
    return [];
  }
  return [{ field, words: `${what} must be a multiple of ${step}`, nearest: roundToMultiple(price, step, "down") }];
}

function aboutTriggers(draft: Draft, known: TicketFacts, { priceScale }: PairFacts): readonly Objection[] {
  const { takeProfit, stopLoss } = draft;
  if (takeProfit === "" && stopLoss === "") {
    return [];
  }
  if (!opens(draft)) {
    return [{ field: "takeProfit", words: "Only an order that opens can carry a take-profit and a stop-loss" }];
  }
  const missing = takeProfit === "" ? "takeProfit" : stopLoss === "" ? "stopLoss" : undefined;
  if (missing !== undefined) {
    const words = "The venue attaches a take-profit and a stop-loss together: give both or none";
    return [{ field: missing, words }];
  }
  return [
    ...aboutTrigger(draft, known, "takeProfit", priceScale),
    ...aboutTrigger(draft, known, "stopLoss", priceScale),
  ];
}

function aboutTrigger(
  draft: Draft,
  known: TicketFacts,
  field: "takeProfit" | "stopLoss",
  priceScale: number,
): readonly Objection[] {
  const name = field === "takeProfit" ? "The take-profit" : "The stop-loss";
  const trigger = draft[field];
  if (!isDecimal(trigger) || signOf(trigger) <= 0) {
    return [{ field, words: `${name} must be a price above 0` }];
  }
  const off = offGrid(field, name, trigger, priceScale);
  const at = priceOf(draft, known);
  if (off.length > 0 || at === undefined) {
    return off;
  }
  const isAbove = (draft.side === "open-long") === (field === "takeProfit");
  const order = compareDecimal(trigger, at);
  if (isAbove ? order > 0 : order < 0) {
    return [];
  }
  const step = stepOf(priceScale);
  const beside = isAbove ? addDecimals(at, step) : subtractDecimals(at, step);
  const nearest = roundToMultiple(beside, step, isAbove ? "up" : "down");
  const words = `${name} of a ${positionSideOf(draft)} must be ${isAbove ? "above" : "below"} ${at}`;
  return [{ field, words, ...(signOf(nearest) > 0 ? { nearest } : {}) }];
}

/** The amount that is nearest to a value, where there is one above nothing. */
function amountFor(
  value: string,
  draft: Draft,
  known: TicketFacts,
  direction: "up" | "down",
): { readonly nearest?: string } {
  const price = priceOf(draft, known);
  if (price === undefined || signOf(price) <= 0 || known.facts === undefined) {
    return {};
  }
  const nearest = roundToMultiple(divideDecimals(value, price, amountScale, direction), known.facts.unit, direction);
  return signOf(nearest) > 0 ? { nearest } : {};
}

function aboutValue(draft: Draft, known: TicketFacts): readonly Objection[] {
  const { value, margin } = costsOf(draft, known);
  if (value === undefined || !opens(draft)) {
    return [];
  }
  const [, pricing] = coinsOf(draft.pair);
  const found: Objection[] = [];
  if (compareDecimal(value, minOrderValue) < 0) {
    found.push({
      field: "quantity",
      words: `The order is worth ${value} ${pricing}; the venue takes ${minOrderValue} and more`,
      ...amountFor(minOrderValue, draft, known, "up"),
    });
  }
  if (isDecimal(known.maxOrderValue) && compareDecimal(value, known.maxOrderValue) > 0) {
    const words = `The order is worth ${value} ${pricing}, above your limit of ${known.maxOrderValue}: change the limit below, or the amount`;
    found.push({ field: "limit", words });
  }
  const available = availableIn(draft.pair, known.account);
  if (margin !== undefined && available !== undefined && compareDecimal(margin, available) > 0) {
    const words = `It takes ${margin} ${pricing} of margin; ${available} is available`;
    const bought = multiplyDecimals(available, leverageOf(draft, known));
    found.push({ field: "quantity", words, ...amountFor(bought, draft, known, "down") });
  }
  return found;
}

/** The request that places an order. */
export interface OrderRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, string | number>>;
  /** Whether it may be asked again under its key where no answer came: it is carried out once. */
  readonly repeats: boolean;
}

/** The request that places the order: by a short path, or, of a plan order, by the documented one. */
export function requestOf(draft: Draft, { lastPrice }: Pick<TicketFacts, "lastPrice">): OrderRequest {
  const { pair, side, type, quantity, price, takeProfit, stopLoss } = draft;
  if (type === "trigger") {
    return { path: "/v3/cbu/order/planOpen", body: planOf(draft, lastPrice), repeats: false };
  }
  const body = {
    pair,
    side,
    type,
    quantity,
    ...(type === "limit" ? { price } : {}),
    ...(takeProfit === "" || stopLoss === ""
      ? {}
      : { attachedOrderType: "market", takeProfitTriggerPrice: takeProfit, stopLossTriggerPrice: stopLoss }),
  };
  return { path: "/orders", body, repeats: true };
}

/** What a trigger is on its side of the last price: a profit is taken, or a loss stopped. */
export function planKindOf({ side, price }: Draft, lastPrice: string | undefined): "take-profit" | "stop-loss" {
  const isAbove = lastPrice !== undefined && isDecimal(price) && compareDecimal(price, lastPrice) > 0;
  return isAbove === (side === "close-long") ? "take-profit" : "stop-loss";
}

/** A plan order as the documented path takes it. @spec document 1, Endpoints, Place plan order */
function planOf(draft: Draft, lastPrice: string | undefined): OrderRequest["body"] {
  return {
    pair: draft.pair,
    amount: draft.quantity,
    trigger_price: draft.price,
    price: draft.price,
    side: positionSideOf(draft) === "long" ? 1 : 2,
    plan_type: planKindOf(draft, lastPrice) === "take-profit" ? 1 : 2,
    book_type: 1,
  };
}
