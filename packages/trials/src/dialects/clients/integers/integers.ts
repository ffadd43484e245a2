import type { Desk, Hand } from "../../desk.js";
import * as records from "../../records.js";
import {
  type AskVenue,
  bestPrices,
  caller,
  detail,
  leverage,
  pair,
  place,
  position,
  readTerms,
  settled,
  tryCancel,
} from "./calls.js";
import { holdFrozen, partlyFill } from "./frozen.js";
import { audit, holdHistory, holdProfit, total } from "./history.js";
import { fixed, type Json, round, show } from "./numbers.js";
import { listen } from "./push.js";

/** Ids and money as big integers; knows JSON pings alone, and does not answer control pings. */
export const integers: Hand = { name: "integers", live };

async function live(desk: Desk): Promise<void> {
  const call = caller(desk);
  const terms = await readTerms(desk);
  await call("/v3/cbu/changeMode", {
    pair,
    mode: 2,
    leverage_long: Number(leverage),
    leverage_short: Number(leverage),
  });
  const began = { total: await total(desk), atMs: Date.now() };
  await listen(desk);
  while (!desk.over) {
    await holdFrozen(desk, call, terms);
    await partlyFill(desk, call);
    await byClientIds(desk, call);
    await closeInParts(desk, call);
    await holdHistory(desk, call);
    await audit(desk, call, began);
    await desk.pause(2000);
  }
}

/** Several orders under client ids, asked for and cancelled together. */
async function byClientIds(desk: Desk, call: AskVenue): Promise<void> {
  const [, bid] = await bestPrices(desk);
  const price = show(round((bid * 96n) / 100n, 2), 2);
  const clientIds = [1, 2, 3].map((n) => String(Date.now() * 10 + n));
  const ids: string[] = [];
  for (const client_oid of clientIds) {
    ids.push(await place(desk, call, { amount: "0.01", price, order_side: 1, client_oid }));
  }
  const batch = (await call("/v3/cbu/order/listBatch", { order_ids: ids }))["result"] as Json[];
  const named = (await call("/v3/cbu/order/listBatchByClientOid", { order_ids: clientIds }))["result"] as Json[];
  for (const order of [...batch, ...named]) {
    desk.fit(records.shortOrder, order, "batch query");
  }
  holdIds(
    desk,
    batch.map(({ oi }) => oi),
    ids,
    `listBatch of ${ids}`,
  );
  holdIds(
    desk,
    named.map(({ coi }) => coi),
    clientIds,
    `by client ids ${clientIds}`,
  );
  await call("/v3/cbu/order/closeBatch", { order_ids: ids.slice(0, 2) });
  await settled(desk, call, ids[0] ?? "");
  await settled(desk, call, ids[1] ?? "");
  await call("/v3/cbu/order/closeAll", { pair });
  await settled(desk, call, ids[2] ?? "");
  const found = (await call("/v3.1/cquery/base_u/orderById", { orderIds: ids.map(BigInt), clientOids: [] }))[
    "result"
  ] as Json[];
  for (const order of found) {
    desk.fit(records.longOrder, order, "orderById");
  }
  holdIds(
    desk,
    found.map(({ id }) => String(id)),
    ids,
    `orderById of ${ids}`,
  );
  holdIds(
    desk,
    found.map(({ client_oid }) => String(client_oid)),
    clientIds,
    `client ids ${clientIds} by orderById`,
  );
  desk.hold(
    "orders",
    found.every(({ status }) => status === 5n),
    `cancelled orders have status ${found.map(({ status }) => status)}`,
  );
}

/** Closing takes up what is held and no money; more than is held is refused. */
async function closeInParts(desk: Desk, call: AskVenue): Promise<void> {
  const held = await position(desk, call);
  const quantity = fixed(held["hc"]);
  if (quantity === 0n) {
    return;
  }
  const [ask, bid] = await bestPrices(desk);
  const far = show(round((ask * 104n) / 100n, 2), 2);
  const waiting = await place(desk, call, { amount: show(quantity / 2n, 3), price: far, order_side: 3 });
  const order = await detail(desk, call, waiting);
  desk.hold("frozen", fixed(order["fz"]) === 0n, `a closing order freezes ${order["fz"]}`);
  const left = await position(desk, call);
  desk.hold(
    "positions",
    fixed(left["lc"]) === quantity - fixed(order["q"]),
    `lc ${left["lc"]} of ${held["hc"]} with ${order["q"]} in orders`,
  );
  await call(
    "/v3/cbu/order/open",
    { pair, amount: show(quantity, 3), price: far, order_side: 3, order_type: 2, order_from: 6 },
    2034n,
  );
  await call("/v3/cbu/order/close", { order_id: waiting });
  await settled(desk, call, waiting);
  const below = show(round((bid * 99n) / 100n, 2), 2);
  const closing = await place(desk, call, { amount: show(quantity, 3), price: below, order_side: 3 });
  const end = await detail(desk, call, closing);
  if (end["s"] === 3n) {
    await holdProfit(desk, call, held, end);
  } else {
    await tryCancel(desk, closing);
  }
}

function holdIds(desk: Desk, found: readonly unknown[], wanted: readonly string[], what: string): void {
  desk.hold("ids", same(found, wanted), `${what}: ${found}`);
}

function same(found: readonly unknown[], wanted: readonly string[]): boolean {
  return [...found].sort().join() === [...wanted].sort().join();
}
