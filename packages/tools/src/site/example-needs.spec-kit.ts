import { setTimeout as sleep } from "node:timers/promises";
import type { RestClient } from "@depthwire/rest";

/** What stands in an example, and what has to stand there for this venue. */
export type Replacements = Readonly<Record<string, string>>;

const pair = "4BTC_USDT";
const coinPair = "5BTC_USD";

/** What has to be there before an operation is called, by its name; of all others nothing. */
const needs: Readonly<Record<string, (rest: RestClient) => Promise<Replacements>>> = {
  "usdt.cancelOrder": oneOrder,
  "usdt.getOrder": oneOrder,
  "usdt.cancelOrders": twoOrders,
  "usdt.getOrders": twoOrders,
  "usdt.cancelAllOrders": async (rest) => {
    await waitingOrder(rest);
    return {};
  },
  "usdt.getOrdersByClientOrderId": async (rest) => {
    const [first, second] = [await waitingOrder(rest), await waitingOrder(rest)];
    return { "1602679943911": first.clientOrderId, "my-order_7": second.clientOrderId };
  },
  "usdt.listFills": async (rest) => ({ "12875281286404369": await filledOrder(rest) }),
  "usdt.getHistoricalOrders": async (rest) => {
    const { orderId, clientOrderId } = await waitingOrder(rest);
    await rest.usdt.cancelOrder({ orderId });
    await ended(rest, orderId);
    const filled = await filledOrder(rest);
    return { "421112953438215": orderId, "11221615815381299": filled, "1602679943911": clientOrderId };
  },
  "usdt.placePlanOrder": position,
  "usdt.adjustMargin": position,
  "usdt.cancelPlanOrder": async (rest) => {
    await position(rest);
    const plan = { pair, price: "44000", triggerPrice: "44000", quantity: "0.01", side: "long" } as const;
    await rest.usdt.placePlanOrder({ ...plan, plan: "stop-loss", type: "market" });
    const [waiting] = await rest.usdt.getPlanOrders({ pair });
    return { "12875281286404369": waiting?.orderId ?? "" };
  },
  // Mode and leverage change only while no order waits.
  "usdt.setModeAndLeverage": async (rest) => {
    await withoutOrders(rest);
    return {};
  },
  "coin.listFills": async (rest) => ({ "421112953438215": (await coinOrder(rest)).orderId }),
  "coin.getHistoricalOrders": async (rest) => {
    const { orderId, clientOrderId } = await coinOrder(rest);
    return { "421112953438215": orderId, "11221615815381299": orderId, "1602679943911": clientOrderId ?? "" };
  },
};

/** Brings an account into the state that an example takes for given. @returns which ids it has to name */
export async function prepareFor(operation: string, rest: RestClient): Promise<Replacements> {
  return (await needs[operation]?.(rest)) ?? {};
}

async function waitingOrder(rest: RestClient): Promise<{ readonly orderId: string; readonly clientOrderId: string }> {
  const price = String(Math.floor(Number((await rest.usdt.getTagPrices())[pair]?.tagPrice) * 0.95));
  const { orderId } = await rest.usdt.placeOrder({ pair, quantity: "0.01", side: "open-long", type: "limit", price });
  return { orderId, clientOrderId: (await rest.usdt.getOrder({ orderId })).clientOrderId ?? "" };
}

async function oneOrder(rest: RestClient): Promise<Replacements> {
  return { "12875281286404369": (await waitingOrder(rest)).orderId };
}

async function twoOrders(rest: RestClient): Promise<Replacements> {
  return { ...(await oneOrder(rest)), "1125899906842648855": (await waitingOrder(rest)).orderId };
}

async function filledOrder(rest: RestClient): Promise<string> {
  const open = { pair, quantity: "0.02", side: "open-long", type: "market", price: "0" } as const;
  const { orderId } = await rest.usdt.placeOrder(open);
  await ended(rest, orderId);
  return orderId;
}

async function ended(rest: RestClient, orderId: string): Promise<void> {
  while (["open", "partly-filled"].includes((await rest.usdt.getOrder({ orderId })).status)) {
    await sleep(20);
  }
}

async function withoutOrders(rest: RestClient): Promise<void> {
  await rest.usdt.cancelAllOrders({ pair });
  await rest.usdt.cancelAllPlanOrders({ pair });
  for (const side of ["open-long", "close-long"] as const) {
    while ((await rest.usdt.getOpenOrders({ pair, side })).orders.length > 0) {
      await sleep(20);
    }
  }
}

async function position(rest: RestClient): Promise<Replacements> {
  const held = await rest.usdt.getPositions({ pair, side: "long" });
  if (held.every(({ mode }) => mode !== "fixed")) {
    await withoutOrders(rest);
    await rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 10, shortLeverage: 10 });
  }
  await filledOrder(rest);
  return {};
}

/** The demo account has a past in coin-margined contracts. */
async function coinOrder(rest: RestClient): Promise<{ readonly orderId: string; readonly clientOrderId?: string }> {
  const { items } = await rest.coin.listOrderHistory({ pair: coinPair, page: 1, size: 1 });
  const [order] = items;
  if (order === undefined) {
    throw new Error("the demo account has no order of the past");
  }
  return order;
}
