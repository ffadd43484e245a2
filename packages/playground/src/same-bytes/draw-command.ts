import { type Command, firstUserAccount } from "@depthwire/exchange";
import {
  type Exchange,
  type Market,
  nextInteger,
  type OrderSide,
  type RandomState,
} from "@depthwire/exchange/internal";

/** Users that trade. */
export const users: readonly number[] = [0, 1, 2, 3].map((at) => firstUserAccount + at);

const sides: readonly OrderSide[] = ["open-long", "open-short", "close-long", "close-short"];
const leverages = [1, 5, 20, 50] as const;

/** How often a kind of command comes, of 100. */
const shares: readonly (readonly [share: number, draw: (draw: Draw) => Command])[] = [
  [46, limitOrder],
  [10, marketOrder],
  [8, cancelOrder],
  [1, cancelAll],
  [5, plan],
  [2, mode],
  [18, () => ({ kind: "tick" })],
  [10, ({ market }) => ({ kind: "publish-depth", pair: market.pair })],
];

/** What a command is drawn from. */
interface Draw {
  readonly random: RandomState;
  readonly exchange: Exchange;
  readonly market: Market;
  readonly account: number;
}

/** Draws what somebody does next. Integers alone decide, so every engine draws the same. */
export function drawCommand(exchange: Exchange, random: RandomState): Command {
  const draw = { random, exchange, market: pick(random, exchange.markets), account: pick(random, users) };
  let left = nextInteger(random, 100);
  for (const [share, make] of shares) {
    left -= share;
    if (left < 0) {
      return make(draw);
    }
  }
  return { kind: "pass-time" };
}

function pick<Value>(random: RandomState, from: readonly Value[]): Value {
  return from[nextInteger(random, from.length)] as Value;
}

/** Up to 1.2 % from where the market is. */
function priceNear({ random, exchange, market }: Draw): number {
  const best = exchange.published(market.pair)?.window.asks.prices[0] ?? market.initialPrice;
  return Math.max(1, best + Math.floor((best * (nextInteger(random, 25) - 12)) / 1000));
}

function someQuantity({ random, market }: Draw): number {
  return market.contractUnit * (1 + nextInteger(random, 60));
}

function limitOrder(draw: Draw): Command {
  const { random, account, market } = draw;
  const side = pick(random, sides);
  const price = priceNear(draw);
  return {
    kind: "place-order",
    account,
    pair: market.pair,
    side,
    type: "limit",
    price,
    quantity: someQuantity(draw),
  };
}

function marketOrder(draw: Draw): Command {
  const { random, account, market } = draw;
  const side = pick(random, sides);
  return { kind: "place-order", account, pair: market.pair, side, type: "market", quantity: someQuantity(draw) };
}

function cancelOrder({ random, exchange, account }: Draw): Command {
  return { kind: "cancel-order", account, orderId: 1 + nextInteger(random, exchange.state.openOrders.size + 1) };
}

function cancelAll({ account, market }: Draw): Command {
  return { kind: "cancel-all", account, pair: market.pair };
}

function plan(draw: Draw): Command {
  const { random, account, market } = draw;
  return {
    kind: "place-plan",
    account,
    pair: market.pair,
    side: pick(random, ["long", "short"] as const),
    plan: pick(random, ["take-profit", "stop-loss"] as const),
    type: pick(random, ["market", "limit"] as const),
    price: priceNear(draw),
    triggerPrice: priceNear(draw),
    quantity: someQuantity(draw),
  };
}

function mode({ random, account, market }: Draw): Command {
  return {
    kind: "change-mode",
    account,
    pair: market.pair,
    mode: pick(random, ["cross", "fixed"] as const),
    leverageLong: pick(random, leverages),
    leverageShort: pick(random, leverages),
  };
}
