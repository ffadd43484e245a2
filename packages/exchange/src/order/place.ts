import { firstUserAccount } from "../account/account-id.js";
import { holdingSiteOf } from "../account/sites.js";
import { matchOrder } from "../book/matcher.js";
import type { RefusalReason } from "../command/refusal.js";
import { checkAttachment } from "../door/check-attachment.js";
import { checkOrder } from "../door/check-order.js";
import { fundsToFreeze } from "../door/freeze.js";
import { hasCover } from "../door/has-cover.js";
import type { PlaceOrder } from "../door/place-order.js";
import type { ExchangeEvent } from "../event/event.js";
import { directionOf, type Market } from "../market/market.js";
import { finishedWithClientId } from "../remembered/find-orders.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { admitUserOrder } from "./admit.js";
import { restOrder } from "./rest.js";

/** What is wrong with an order of the house, if anything. */
function checkHouseOrder(market: Market, order: PlaceOrder): RefusalReason | undefined {
  const { quantity } = order;
  if (!Number.isSafeInteger(quantity) || quantity <= 0 || quantity % market.contractUnit !== 0) {
    return "invalid-quantity";
  }
  if (quantity > market.maxOrderQuantity) {
    return "quantity-too-large";
  }
  if (order.type === "limit" && (!Number.isSafeInteger(order.price) || order.price <= 0)) {
    return "invalid-price";
  }
  return undefined;
}

/** Whether a user has an order of this client id that is remembered, where the venue wants them to be unique. */
function isTaken({ clientIds, users, remembered }: ExchangeState, { account, clientOrderId }: PlaceOrder): boolean {
  if (clientIds === "repeatable" || clientOrderId === undefined) {
    return false;
  }
  const waits = users.get(account)?.clientIds.has(clientOrderId) === true;
  return waits || finishedWithClientId(remembered, account, clientOrderId, 1).length > 0;
}

function placeUserOrder(turn: Turn, market: MarketState, order: PlaceOrder): RefusalReason | undefined {
  const { state } = turn;
  const { contract } = market;
  // No documented call trades spot.
  if (contract === undefined) {
    return "unknown-pair";
  }
  const site = holdingSiteOf(state, { market, contract }, order.account);
  const reason = checkOrder(state, site, order);
  if (reason !== undefined) {
    return reason;
  }
  if (isTaken(state, order)) {
    return "client-id-taken";
  }
  const attachment = checkAttachment(market, order);
  if (typeof attachment === "string") {
    return attachment;
  }
  const frozen = fundsToFreeze(site, order);
  if (frozen > 0n && !hasCover(state, site, order, frozen)) {
    return "insufficient-balance";
  }
  admitUserOrder(turn, site, order, { source: "api", attachment, frozen });
  return undefined;
}

function placeHouseOrder(turn: Turn, market: MarketState, order: PlaceOrder): RefusalReason | undefined {
  const reason = checkHouseOrder(market.market, order);
  if (reason === undefined) {
    admitHouseOrder(turn, market, order);
  }
  return reason;
}

/** Door of every order that comes as a command. */
export function placeOrder(turn: Turn, order: PlaceOrder): void {
  const market = turn.state.markets.get(order.pair);
  const refuse = (reason: RefusalReason): void => {
    const echo = order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId };
    turn.events.push({ kind: "command-refused", command: order.kind, account: order.account, reason, ...echo });
  };
  if (market === undefined) {
    refuse("unknown-pair");
    return;
  }
  const reason =
    order.account < firstUserAccount ? placeHouseOrder(turn, market, order) : placeUserOrder(turn, market, order);
  if (reason !== undefined) {
    refuse(reason);
  }
}

function tellHouseOrder(id: number, order: PlaceOrder, events: ExchangeEvent[]): void {
  const { account, pair, side, quantity, clientOrderId } = order;
  const kind = "order-placed";
  // Written out: agents place hundreds of orders a second, and copies of copies would be half of what they cost.
  if (clientOrderId !== undefined) {
    const price = order.type === "limit" ? { price: order.price } : {};
    events.push({ kind, orderId: id, account, pair, side, quantity, clientOrderId, ...price });
  } else if (order.type === "limit") {
    events.push({ kind, orderId: id, account, pair, side, quantity, price: order.price });
  } else {
    events.push({ kind, orderId: id, account, pair, side, quantity });
  }
}

/**
 * Trades and rests an order of the house that is known to be sound.
 *
 * @returns its id
 */
export function admitHouseOrder(turn: Turn, market: MarketState, order: PlaceOrder): number {
  const { state, events } = turn;
  const id = state.nextOrderId++;
  const { account, pair, side, quantity } = order;
  const direction = directionOf(side);
  tellHouseOrder(id, order, events);
  if (order.type === "market") {
    const remaining = matchOrder(turn, market, { id, account, direction, quantity, order: undefined });
    if (remaining > 0) {
      events.push({ kind: "order-cancelled", orderId: id, account, pair, remaining, reason: "no-counterpart" });
    }
    return id;
  }
  const { price } = order;
  const incoming = { id, account, direction, limit: price, quantity, order: undefined };
  const remaining = matchOrder(turn, market, incoming);
  if (remaining > 0) {
    restOrder(state, market, { id, account, pair, side, price, remaining, record: undefined });
  }
  return id;
}
