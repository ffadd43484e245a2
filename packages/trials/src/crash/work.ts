import type { Acknowledged } from "./acknowledged.js";
import type { Client } from "./client.js";

/** How many send orders at the same time: their commands share pages. */
const traders = 4;

/** How many of them take their orders back, which then go to pages of what has ended. */
const undecided = 2;

/** What makes client ids of their own. */
export interface Names {
  next(): string;
}

/**
 * Works with a sandbox until it is gone: orders, transfers, and a look at the depth.
 *
 * @param onFirstOrder called when the first order is acknowledged
 */
export async function work(
  client: Client,
  pair: string,
  known: Acknowledged,
  names: Names,
  onFirstOrder: () => void = () => {},
): Promise<string[]> {
  const reused: string[] = [];
  let tell: (() => void) | undefined = onFirstOrder;
  const acknowledged = (clientOrderId: string, orderId: string): void => {
    if (known.ids.has(orderId)) {
      reused.push(`the order id ${orderId} was given twice`);
    }
    known.order(clientOrderId, orderId);
    tell?.();
    tell = undefined;
  };
  const all = Array.from({ length: traders }, (_, i) => trade(client, pair, names, acknowledged, i < undecided));
  await Promise.all([...all, move(client, known), watch(client, pair, known)]);
  return reused;
}

/** Far below the market, so that nothing but this client touches the orders. @param takesBack whether each is cancelled at once */
async function trade(
  client: Client,
  pair: string,
  names: Names,
  acknowledged: (clientOrderId: string, orderId: string) => void,
  takesBack: boolean,
): Promise<void> {
  for (;;) {
    const client_oid = names.next();
    const order = { pair, client_oid, amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6 };
    const answer = await client.post("/v3/cbu/order/open", order);
    if (answer === undefined) {
      return;
    }
    const orderId = /"order_id":"?(\d+)/.exec(answer.text)?.[1];
    if (answer.state !== 0 || orderId === undefined) {
      await pause();
      continue;
    }
    acknowledged(client_oid, orderId);
    if (takesBack && (await client.post("/v3/cbu/order/close", { order_id: orderId })) === undefined) {
      return;
    }
  }
}

/** One unit after the other out of the wallet. */
async function move(client: Client, known: Acknowledged): Promise<void> {
  for (;;) {
    known.openTransfers += 1;
    const answer = await client.post("/v3/cbuassets/transfer", { symbol: "USDT", amount: "1", type: 0 });
    if (answer === undefined) {
      return;
    }
    known.openTransfers -= 1;
    if (answer.state === 0) {
      known.transfers += 1;
    } else {
      await pause();
    }
  }
}

async function watch(client: Client, pair: string, known: Acknowledged): Promise<void> {
  for (;;) {
    // Asking for depth makes the venue publish it.
    if ((await client.get(`/v2/mdata/depth?pair=${pair}&size=5`)) === undefined) {
      return;
    }
    const answer = await client.get(`/_sandbox/book/${pair}`);
    if (answer === undefined) {
      return;
    }
    known.depth = { seq: Number(/"seq":(\d+)/.exec(answer.text)?.[1] ?? 0), text: answer.text };
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
