import { Credential, compareDecimal } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, listAll, type RestClient } from "@depthwire/rest";
import type { Sandbox } from "@depthwire/sandbox";
import { usdt } from "@depthwire/schema";

/** An order as the venue has it, with the ids of its trades. */
export interface TrueOrder {
  readonly orderId: string;
  readonly price: string;
  readonly fillIds: readonly string[];
}

/** All orders of the venue's demo account, by the venue's own lists. */
export async function trueOrders(sandbox: Sandbox, pair: string): Promise<readonly TrueOrder[]> {
  const http = createNodeHttpClient({ proxy: "none" });
  const { restUrl, credential, serviceName } = sandbox;
  const client = createRestClient(
    {
      addresses: { rest: restUrl },
      credential: new Credential(credential),
      serviceName,
      throttle: { limit: 5_000, reserve: {} },
    },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  try {
    return await readOrders(client, pair);
  } finally {
    client.close();
    await http.close();
  }
}

async function readOrders(client: RestClient, pair: string): Promise<readonly TrueOrder[]> {
  const orders = new Map<string, { readonly orderId: string; readonly price: string; readonly dealQuantity: string }>();
  for await (const order of listAll(client, usdt.listOrderHistory, { pair })) {
    orders.set(order.orderId, order);
  }
  for await (const order of listAll(client, usdt.getOpenOrders, { pair, side: "open-long" })) {
    orders.set(order.orderId, order);
  }
  const found: TrueOrder[] = [];
  for (const { orderId, price, dealQuantity } of orders.values()) {
    const fillIds: string[] = [];
    if (compareDecimal(dealQuantity, "0") > 0) {
      for await (const { fillId } of listAll(client, usdt.listFills, { orderId })) {
        fillIds.push(fillId);
      }
    }
    found.push({ orderId, price, fillIds });
  }
  return found;
}
