import {
  type Command,
  createRandomState,
  Exchange,
  type ExchangeConfig,
  happens,
  marketOf,
  nextInteger,
} from "@depthwire/sandbox/internal";

/** The market of all flows. */
export const flowPair = "4BTC_USDT";

/** When all flows begin, in epoch milliseconds. */
export const flowStartMs = 1_700_000_000_000;

/** How many users trade in a flow. */
export const flowUsers = 40;

const firstUser = 2001;

/** Where the same orders come from when nobody needs margin: accounts of the house. */
const firstHouseAccount = 101;

/** Prices lie within this many thousandths of the middle, and the middle moves by at most one thousandth at a time. */
const spread = 4;
/** Of 2,001 places at which an order may lie, so many are beyond the middle: they trade at once if somebody waits there. */
const reach = 800;
const cancelled = 0.1;
const mostWaiting = 2_000;

type PlaceOrder = Extract<Command, { readonly kind: "place-order" }>;

/** One market whose cancellations take effect at once, so that an exchange with users and one without stay in step. */
export function flowConfig(keptRecords = 100_000): ExchangeConfig {
  const market = marketOf(flowPair);
  if (market === undefined) {
    throw new Error(`there is no market ${flowPair}`);
  }
  return { seed: 1, markets: [market], cancelDelayMs: 0, keptRecords };
}

/** An exchange for a flow, before its first command. */
export function flowExchange(): Exchange {
  return new Exchange(flowConfig());
}

/** The commands that give every user of a flow money. */
export function fundings(): readonly Command[] {
  return Array.from({ length: flowUsers }, (_, i) => {
    const account = firstUser + i;
    return { kind: "credit", account, coin: "USDT", amount: "50000000", purse: "contract" };
  });
}

/** Gives every user of a flow money. */
export function fundUsers(exchange: Exchange): void {
  for (const command of fundings()) {
    exchange.apply(command, flowStartMs);
  }
}

/** Orders and cancellations of users with margin, all of which the exchange takes. */
export function userFlow(seed: number, count: number): readonly Command[] {
  const random = createRandomState(seed, "venue bench");
  const exchange = flowExchange();
  fundUsers(exchange);
  const market = exchange.markets[0] as (typeof exchange.markets)[number];
  const flow: Command[] = [];
  let middle = market.initialPrice;
  const step = market.initialPrice / 1000;
  while (flow.length < count) {
    const { openOrders } = exchange.state;
    const cancels = openOrders.size > mostWaiting || (openOrders.size > 0 && happens(random, cancelled));
    middle += Math.round((nextInteger(random, 3) - 1) * (step / 8));
    middle = Math.max(market.initialPrice - 40 * step, Math.min(market.initialPrice + 40 * step, middle));
    const account = firstUser + nextInteger(random, flowUsers);
    const command = cancels ? oldest(exchange) : order(account);
    const refused = exchange.apply(command, flowStartMs).some(({ kind }) => kind === "command-refused");
    if (!refused) {
      flow.push(command);
    }
  }
  return flow;

  function order(account: number): PlaceOrder {
    const buys = happens(random, 0.5);
    const holding = exchange.state.users.get(account)?.holdings.get(flowPair);
    const quantity = market.contractUnit * (1 + nextInteger(random, 20));
    const opposed = buys ? holding?.short : holding?.long;
    const closes = (opposed?.quantity ?? 0) >= quantity * 4;
    const side = sideOf(buys, closes);
    const away = ((nextInteger(random, 2001) - reach) * (step * spread)) / 1000;
    const price = Math.round(buys ? middle - away : middle + away);
    return { kind: "place-order", type: "limit", account, pair: flowPair, side, price, quantity };
  }
}

function sideOf(buys: boolean, closes: boolean): PlaceOrder["side"] {
  if (buys) {
    return closes ? "close-short" : "open-long";
  }
  return closes ? "close-long" : "open-short";
}

function oldest({ state }: Exchange): Command {
  const [first] = state.openOrders.values();
  return { kind: "cancel-order", account: first?.account ?? firstUser, orderId: first?.id ?? 0 };
}

/** The same flow for the bare matcher: the same ids, prices and quantities, from accounts that need no margin. */
export function bareFlow(flow: readonly Command[]): readonly Command[] {
  return flow.map((command) => {
    if (command.kind !== "place-order" && command.kind !== "cancel-order") {
      return command;
    }
    const account = command.account - firstUser + firstHouseAccount;
    return { ...command, account };
  });
}

/** Everything that waits, in the order of the book: two exchanges that took the same flow have the same. */
export function bookText({ state }: Exchange): string {
  const book = state.markets.get(flowPair)?.book;
  const lines: string[] = [];
  for (const side of book === undefined ? [] : [book.bids, book.asks]) {
    for (const { price, first } of side.levels()) {
      for (let one = first; one !== undefined; one = one.next) {
        lines.push(`${one.id} ${price} ${one.remaining}`);
      }
    }
  }
  return lines.join("\n");
}

/** How many orders each user of a large venue has. */
const ordersAUser = 50;

/** A venue with many waiting orders. */
export interface WaitingFlow {
  /** What builds it. */
  readonly orders: readonly Command[];
  /** What goes on in it: a user places orders and takes them back. */
  churn(exchange: Exchange): readonly Command[];
}

/** Users with orders far below the market, and one who places orders there and takes back the one before. */
export function waitingFlow(waiting: number, churned: number): WaitingFlow {
  const market = marketOf(flowPair);
  if (market === undefined) {
    throw new Error(`there is no market ${flowPair}`);
  }
  const { initialPrice, contractUnit: quantity } = market;
  const place = (account: number, i: number): Command => {
    const price = Math.round(initialPrice * (0.95 - (i % 2_000) / 20_000));
    return { kind: "place-order", type: "limit", account, pair: flowPair, side: "open-long", price, quantity };
  };
  const users = Math.ceil(waiting / ordersAUser);
  const money = Array.from({ length: users + 1 }, (_, i): Command => {
    return { kind: "credit", account: firstUser + i, coin: "USDT", amount: "1000000", purse: "contract" };
  });
  const orders = Array.from({ length: users * ordersAUser }, (_, i) => place(firstUser + (i % users), i));
  const account = firstUser + users;
  return {
    orders: [...money, ...orders],
    churn: ({ state: { nextOrderId } }) =>
      Array.from({ length: churned }, (_, i): Command => {
        const orderId = nextOrderId + Math.floor(i / 2);
        return i % 2 === 0 ? place(account, i) : { kind: "cancel-order", account, orderId };
      }),
  };
}
