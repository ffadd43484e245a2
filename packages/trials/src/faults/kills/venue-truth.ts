import { Credential } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, ordersByClientOrderId } from "@depthwire/rest";
import { createReconciler, type RestReconciler } from "@depthwire/rest/internal";
import type { Sandbox } from "@depthwire/sandbox";

/** An order as the venue has it, with the ids of its fills. */
export interface TrueOrder {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly fillIds: readonly string[];
}

const pageSize = 50;

/** What the venue says about the orders with these ids of the caller's. */
export async function trueOrders(sandbox: Sandbox, clientOrderIds: readonly string[]): Promise<readonly TrueOrder[]> {
  const http = createNodeHttpClient({ proxy: "none" });
  const client = createRestClient(
    {
      addresses: { rest: sandbox.restUrl },
      credential: new Credential(sandbox.credential),
      serviceName: sandbox.serviceName,
      throttle: { limit: 5_000, reserve: {} },
    },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  try {
    const reconciler = createReconciler(client);
    const orders: TrueOrder[] = [];
    for (const { orderId, clientOrderId = "" } of await ordersByClientOrderId(client, clientOrderIds)) {
      orders.push({ orderId, clientOrderId, fillIds: await fillIdsOf(reconciler, orderId) });
    }
    return orders;
  } finally {
    client.close();
    await http.close();
  }
}

async function fillIdsOf(reconciler: RestReconciler, orderId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const request = { page, size: pageSize, family: "usdt-margined", orderId: orderId as never } as const;
    const fills = await reconciler.fills(request, new AbortController().signal);
    ids.push(...fills.map(({ fillId }) => fillId));
    if (fills.length < pageSize) {
      return ids;
    }
  }
}
