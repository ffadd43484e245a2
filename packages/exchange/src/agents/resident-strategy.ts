import { holdingOf, userOf } from "../account/accounts.js";
import { closableQuantity } from "../account/closable.js";
import type { StartStrategy } from "../command/command.js";
import type { OrderSide } from "../market/market.js";
import { cancelOrder } from "../order/cancel.js";
import type { OrderRecord } from "../order/order-record.js";
import { placeOrder } from "../order/place.js";
import type { MarketState } from "../state/exchange-state.js";
import { currentOrder } from "../state/retention.js";
import type { Turn } from "../state/turn.js";
import { createRandomState, nextInteger } from "./random-state.js";
import type { ResidentState } from "./resident-state.js";

/** What it does in a round, one thing a turn. */
const round = ["open", "quote", "withdraw", "close-some", "add", "close-all"] as const;

/** Between two turns, in milliseconds: the least, and how much more it may be. */
const pauseMs = 45_000;
const maxMoreMs = 30_000;

/** Sizes are whole parts of this many of the market's typical one. */
const partsOfTypical = 200;
const maxParts = 3;

/** Its quote is this far from the last price: nobody comes there. */
const away = 0.02;

/** Its orders' client ids count up from here. */
const firstClientOrderId = 1_000_000;

/** An order as the strategy wants it; without a price at the market. */
interface Wish {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price?: number;
}

function place(turn: Turn, resident: ResidentState, { side, quantity, price }: Wish): OrderRecord | undefined {
  const { state } = turn;
  const { account, pair } = resident;
  const order = { kind: "place-order", account, pair, side, quantity } as const;
  const named = { ...order, clientOrderId: String(firstClientOrderId + resident.turn) };
  const id = state.nextOrderId;
  if (price === undefined) {
    placeOrder(turn, { ...named, type: "market" });
  } else {
    placeOrder(turn, { ...named, type: "limit", price });
  }
  return currentOrder(state, id);
}

function size(resident: ResidentState, { market }: MarketState): number {
  const units = Math.max(1, Math.floor(market.typicalQuantity / partsOfTypical / market.contractUnit));
  return units * market.contractUnit * (1 + nextInteger(resident.random, maxParts));
}

function open(turn: Turn, market: MarketState, resident: ResidentState): void {
  const record = place(turn, resident, { side: `open-${resident.side}`, quantity: size(resident, market) });
  resident.held += record?.filled ?? 0;
}

function quote(turn: Turn, market: MarketState, resident: ResidentState): void {
  const factor = resident.side === "long" ? 1 - away : 1 + away;
  const price = Math.max(1, Math.floor(market.lastPrice * factor));
  const quantity = size(resident, market);
  const record = place(turn, resident, { side: `open-${resident.side}`, quantity, price });
  resident.waitingId = record?.id ?? 0;
}

function close(turn: Turn, resident: ResidentState, wanted: number): void {
  const { state } = turn;
  const { account, pair, side } = resident;
  const contract = state.markets.get(pair)?.contract;
  if (contract === undefined) {
    return;
  }
  const holding = holdingOf(state, userOf(state, account), pair, contract.terms.settleCoin);
  const quantity = Math.min(wanted, closableQuantity(holding[side]));
  if (quantity <= 0) {
    return;
  }
  const record = place(turn, resident, { side: `close-${side}`, quantity });
  resident.held -= record?.filled ?? 0;
}

function act(turn: Turn, market: MarketState, resident: ResidentState): void {
  const { account, waitingId, held } = resident;
  const { contractUnit } = market.market;
  switch (round[resident.turn % round.length]) {
    case "quote":
      quote(turn, market, resident);
      break;
    case "withdraw":
      if (waitingId !== 0) {
        cancelOrder(turn, { kind: "cancel-order", account, orderId: waitingId });
      }
      break;
    case "close-some":
      close(turn, resident, Math.floor(held / 2 / contractUnit) * contractUnit);
      break;
    case "close-all":
      close(turn, resident, held);
      // If its owner has closed it, or it was taken over, the rest no longer belongs to the strategy.
      resident.held = 0;
      resident.side = resident.side === "long" ? "short" : "long";
      break;
    default:
      open(turn, market, resident);
  }
  resident.turn += 1;
  resident.nextAtMs = turn.state.now + pauseMs + nextInteger(resident.random, maxMoreMs);
}

/** A strategy begins to trade for a user. Its first round is at once, so that there is a history to ask for. */
export function startStrategy(turn: Turn, command: StartStrategy): void {
  const { state, events } = turn;
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
  for (let step = 0; step < round.length; step++) {
    act(turn, market, resident);
  }
}

/** The turns of a market's strategies that are due. */
export function actResidents(turn: Turn, market: MarketState): void {
  const { state } = turn;
  for (const resident of state.residents) {
    if (resident.pair === market.market.pair && resident.nextAtMs <= state.now) {
      act(turn, market, resident);
    }
  }
}
