import { heapNow, type VenueFigures } from "./figures.js";
import { flowExchange, flowPair, flowStartMs, fundUsers } from "./order-flow.js";

const helper = 901;
const user = 2001;

/** What an order leaves in memory that a user placed and that traded once. */
export function measureMemory(orders: number): VenueFigures {
  const exchange = flowExchange();
  fundUsers(exchange);
  const [market] = exchange.markets;
  const { initialPrice: price = 1, contractUnit: quantity = 1 } = market ?? {};
  const order = { kind: "place-order", type: "limit", pair: flowPair, price, quantity } as const;
  const trade = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const opens = i % 2 === 0;
      exchange.apply({ ...order, account: helper, side: opens ? "open-short" : "open-long" }, flowStartMs + i);
      exchange.apply({ ...order, account: user, side: opens ? "open-long" : "close-long" }, flowStartMs + i);
    }
  };
  trade(2_000);
  const before = { heap: heapNow(), finished: exchange.state.remembered.orders.size };
  trade(orders);
  const grown = heapNow() - before.heap;
  const finished = exchange.state.remembered.orders.size - before.finished;
  if (finished !== orders) {
    throw new Error(`${finished} orders have ended, not ${orders}`);
  }
  return { "bytes a finished order": grown / finished };
}
