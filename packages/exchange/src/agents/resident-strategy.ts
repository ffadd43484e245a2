import { holdingOf, userOf } from "../account/accounts.js";
import { closableQuantity } from "../account/closable.js";
import type { StartStrategy } from "../command/command.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState, MarketState } from "../exchange-state.js";
import type { OrderSide } from "../market/market.js";
import { cancelOrder } from "../order/cancel.js";
import type { OrderRecord } from "../order/order-record.js";
import { placeOrder } from "../trading.js";
import { createRandomState, nextInteger } from "./random-state.js";
import type { ResidentState } from "./resident-state.js";

/** What it does in a round, one thing a turn. */
const round = ["open", "quote", "withdraw", "close-some", "add", "close-all"] as const;

/** Between two turns, in milliseconds: the least, and how much more it may be. */
const pauseMs = 45_000;
const mostMoreMs = 30_000;

/** Sizes are whole parts of this many of the market's typical one. */
const partsOfTypical = 200;
const mostParts = 3;

/** Its quote is this far from the last price: nobody comes there. */
const away = 0.02;

/** Its orders' client ids count up from here. */
const firstClientOrderId = 1_000_000;

function place(
  state: ExchangeState,
  resident: ResidentState,
  side: OrderSide,
  quantity: number,
  price: number | undefined,
  events: ExchangeEvent[],
): OrderRecord | undefined {
  const { account, pair, turn } = resident;
  const order = { kind: "place-order", account, pair, side, quantity } as const;
  const named = { ...order, clientOrderId: String(firstClientOrderId + turn) };
  const id = state.nextOrderId;
  if (price === undefined) {
    placeOrder(state, { ...named, type: "market" }, events);
  } else {
    placeOrder(state, { ...named, type: "limit", price }, events);
  }
  return state.orders.get(id);
}

function size(resident: ResidentState, { market }: MarketState): number {
  const units = Math.max(1, Math.floor(market.typicalQuantity / partsOfTypical / market.contractUnit));
  return units * market.contractUnit * (1 + nextInteger(resident.random, mostParts));
}

function open(state: ExchangeState, market: MarketState, resident: ResidentState, events: ExchangeEvent[]): void {
  const record = place(state, resident, `open-${resident.side}`, size(resident, market), undefined, events);
  resident.held += record?.filled ?? 0;
}

function quote(state: ExchangeState, market: MarketState, resident: ResidentState, events: ExchangeEvent[]): void {
  const factor = resident.side === "long" ? 1 - away : 1 + away;
  const price = Math.max(1, Math.floor(market.lastPrice * factor));
  const record = place(state, resident, `open-${resident.side}`, size(resident, market), price, events);
  resident.waitingId = record?.id ?? 0;
}

function close(state: ExchangeState, resident: ResidentState, wanted: number, events: ExchangeEvent[]): void {
  const { account, pair, side } = resident;
  const contract = state.markets.get(pair)?.contract;
  if (contract === undefined) {
    return;
  }
  const holding = holdingOf(state, userOf(state, account), pair, contract.terms.settleCoin);
  const quantity = Math.min(wanted, closableQuantity(holding, holding[side]));
  if (quantity <= 0) {
    return;
  }
  const record = place(state, resident, `close-${side}`, quantity, undefined, events);
  resident.held -= record?.filled ?? 0;
}

function act(state: ExchangeState, market: MarketState, resident: ResidentState, events: ExchangeEvent[]): void {
  const { account, waitingId, held } = resident;
  const { contractUnit } = market.market;
  switch (round[resident.turn % round.length]) {
    case "quote":
      quote(state, market, resident, events);
      break;
    case "withdraw":
      if (waitingId !== 0) {
        cancelOrder(state, { kind: "cancel-order", account, orderId: waitingId }, events);
      }
      break;
    case "close-some":
      close(state, resident, Math.floor(held / 2 / contractUnit) * contractUnit, events);
      break;
    case "close-all":
      close(state, resident, held, events);
      // What is left (its owner has closed it, or it was taken over) is not its own any more.
      resident.held = 0;
      resident.side = resident.side === "long" ? "short" : "long";
      break;
    default:
      open(state, market, resident, events);
  }
  resident.turn += 1;
  resident.nextAtMs = state.now + pauseMs + nextInteger(resident.random, mostMoreMs);
}

/** A strategy begins to trade for a user. Its first round is at once, so that there is a history to ask for. */
export function startStrategy(state: ExchangeState, command: StartStrategy, events: ExchangeEvent[]): void {
  const { kind, account, pair } = command;
  const market = state.markets.get(pair);
  if (market?.market.family !== "coin-margined") {
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-pair" });
    return;
  }
  if (state.residents.some((one) => one.account === account && one.pair === pair)) {
    return;
  }
  const random = createRandomState(state.seed, `resident ${account} ${pair}`);
  const resident: ResidentState = {
    account,
    pair,
    random,
    turn: 0,
    nextAtMs: 0,
    side: "long",
    held: 0,
    waitingId: 0,
  };
  state.residents.push(resident);
  for (let turn = 0; turn < round.length; turn++) {
    act(state, market, resident, events);
  }
}

/** The turns of a market's strategies that are due. */
export function actResidents(state: ExchangeState, market: MarketState, events: ExchangeEvent[]): void {
  for (const resident of state.residents) {
    if (resident.pair === market.market.pair && resident.nextAtMs <= state.now) {
      act(state, market, resident, events);
    }
  }
}
