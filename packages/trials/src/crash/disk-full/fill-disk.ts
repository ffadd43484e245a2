import type { Acknowledged } from "../acknowledged.js";
import type { Client } from "../client.js";

/** What must be kept is refused with this code when it cannot be. */
const refusedCode = 4003;

/** How many refusals show that the disk is full, and not that something was odd for a moment. */
const enoughRefusals = 20;

/** Much more than the disk takes. */
const maxOrders = 50_000;

/** What became of the requests that changed something. */
export interface Filled {
  readonly refused: number;
  /** Answered with another HTTP status than 200, or not at all. */
  readonly unanswered: number;
}

/** Sends orders and transfers until the disk is full, and some more. */
export async function fillDisk(client: Client, pair: string, known: Acknowledged): Promise<Filled> {
  let refused = 0;
  let unanswered = 0;
  await client.operate("accounts/100001", { funds: [{ coin: "USDT", amount: "100000000", purse: "contract" }] });
  for (let number = 1; number <= maxOrders && refused + unanswered < enoughRefusals; number++) {
    // A cancelled order still stands on the disk: the limit of waiting orders is not met before it is full.
    const answer = number % 2 === 1 ? await place(client, pair, String(number), known) : await move(client, known);
    if (answer === undefined) {
      unanswered += 1;
    } else if (answer === refusedCode) {
      refused += 1;
    }
  }
  return { refused, unanswered };
}

async function place(client: Client, pair: string, id: string, known: Acknowledged): Promise<number | undefined> {
  const order = { pair, client_oid: id, amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6 };
  const answer = await client.post("/v3/cbu/order/open", order);
  const orderId = /"order_id":"?(\d+)/.exec(answer?.text ?? "")?.[1];
  if (answer?.state !== 0 || orderId === undefined) {
    return answer?.state;
  }
  known.order(id, orderId);
  return cancel(client, orderId);
}

async function cancel(client: Client, orderId: string): Promise<number | undefined> {
  return (await client.post("/v3/cbu/order/close", { order_id: orderId }))?.state;
}

async function move(client: Client, known: Acknowledged): Promise<number | undefined> {
  const answer = await client.post("/v3/cbuassets/transfer", { symbol: "USDT", amount: "1", type: 0 });
  if (answer?.state === 0) {
    known.transfers += 1;
  }
  return answer?.state;
}
