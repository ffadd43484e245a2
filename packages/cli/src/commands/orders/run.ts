import { compareDecimal } from "@depthwire/core";
import { listAll, type RestClient } from "@depthwire/rest";
import { coin, type HistoricalOrder, type Order, usdt } from "@depthwire/schema";
import type { RunCommand } from "../../program/command.js";
import { Refused } from "../../program/refused.js";
import { type Column, table } from "../../program/table.js";
import { openAccount } from "../../trading/open-account.js";
import { openOrders } from "../../trading/open-orders.js";
import { isWaiting } from "../../trading/order-ends.js";
import type { AccountFlags } from "../../trading/trade-options.js";
import { familyOf, knownPair, refuseOtherFamilies } from "../../venue/known-pair.js";

interface OrdersFlags extends AccountFlags {
  readonly history?: true;
  readonly last: string;
}

type Listed = Order | HistoricalOrder;

const columns: readonly Column<Listed>[] = [
  { title: "order", of: ({ orderId }) => orderId },
  { title: "pair", of: ({ pair }) => pair },
  { title: "side", of: ({ side }) => side },
  { title: "quantity", of: ({ quantity }) => quantity, isNumber: true },
  { title: "price", of: ({ price }) => (isNothing(price) ? "market" : price), isNumber: true },
  { title: "traded", of: ({ dealQuantity }) => dealQuantity, isNumber: true },
  { title: "status", of: ({ status }) => status },
];

/** The price of a market order means nothing. */
function isNothing(price: string): boolean {
  return compareDecimal(price, "0") === 0;
}

/** Lists orders: an item each. */
export const run: RunCommand<OrdersFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, screen } = context;
  if (typed !== undefined) {
    checkListed(String(typed), options);
  }
  await using account = await openAccount(options, context);
  const pair = typed === undefined ? undefined : await knownPair(String(typed), account);
  const listed =
    options.history === true
      ? await history(account.rest, pair, lastOf(options), context.signal)
      : await openOrders(account.rest, pair, context.signal);
  if (output.isJson) {
    for (const order of listed) {
      output.item(order);
    }
  }
  const what = options.history === true ? "past" : "open";
  const empty = pair === undefined ? `No ${what} USDT-margined orders.` : `No ${what} orders in ${pair}.`;
  const text = listed.length === 0 ? empty : table(listed, columns, screen.size().columns);
  output.result({ orders: listed.length }, text);
  return undefined;
};

/** @throws Refused `usage` for a pair whose orders no operation lists */
function checkListed(pair: string, { history: isHistory }: OrdersFlags): void {
  if (familyOf(pair) !== "coin") {
    refuseOtherFamilies(pair, "orders");
  } else if (isHistory !== true) {
    refuseOtherFamilies(pair, "open orders", "Add --history for those of the past.");
  }
}

function lastOf({ last }: OrdersFlags): number {
  if (!/^[0-9]{1,4}$/.test(last) || Number(last) === 0) {
    throw new Refused("usage", `--last ${last}: it must be a whole number from 1 to 9999`);
  }
  return Number(last);
}

async function history(
  rest: RestClient,
  pair: string | undefined,
  count: number,
  signal: AbortSignal,
): Promise<readonly HistoricalOrder[]> {
  const operation = pair !== undefined && familyOf(pair) === "coin" ? coin.listOrderHistory : usdt.listOrderHistory;
  const found: HistoricalOrder[] = [];
  for await (const order of listAll(rest, operation, pair === undefined ? {} : { pair }, { signal })) {
    // The service lists open orders among those of the past.
    if (!isWaiting(order)) {
      found.push(order);
    }
    if (found.length === count) {
      break;
    }
  }
  return found;
}
