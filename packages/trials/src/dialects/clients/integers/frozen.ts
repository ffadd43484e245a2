import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import {
  type AskVenue,
  assets,
  bestPrices,
  detail,
  leverage,
  type Page,
  pair,
  place,
  settled,
  type Terms,
  tryCancel,
} from "./calls.js";
import { fixed, near, round, show, times } from "./numbers.js";

/** Margin, opening fee, and closing fee at the bankruptcy price: note 34. */
export async function holdFrozen(desk: Desk, call: AskVenue, { taker, priceDigits }: Terms): Promise<void> {
  const [ask, bid] = await bestPrices(desk);
  for (const [order_side, price] of [
    [1, round((bid * 97n) / 100n, priceDigits)],
    [2, round((ask * 103n) / 100n, priceDigits)],
  ] as const) {
    const quantity = fixed("0.037");
    const before = await assets(desk, call);
    const order_id = await place(desk, call, { amount: "0.037", price: show(price, priceDigits), order_side });
    const order = await detail(desk, call, order_id);
    const cost = times(quantity, price);
    const bankruptcy = order_side === 1 ? price - price / leverage : price + price / leverage;
    const frozen = cost / leverage + times(taker, cost) + times(taker, times(quantity, bankruptcy));
    desk.hold(
      "frozen",
      near(fixed(order["fz"]), frozen),
      `side ${order_side}: fz ${order["fz"]}, calculated ${show(frozen, 8)}`,
    );
    const after = await assets(desk, call);
    const moved = fixed(before["b"]) - fixed(after["b"]);
    desk.hold("frozen", moved === fixed(order["fz"]), `b fell by ${show(moved, 10)}, fz is ${order["fz"]}`);
    desk.hold(
      "frozen",
      fixed(after["ff"]) - fixed(before["ff"]) === fixed(order["fz"]),
      `ff is ${after["ff"]}, was ${before["ff"]}`,
    );
    await call("/v3/cbu/order/close", { order_id });
    await settled(desk, call, order_id);
  }
}

/** Takes the best ask and stays with the rest; what the rest freezes is its share. */
export async function partlyFill(desk: Desk, call: AskVenue): Promise<void> {
  const { result } = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v2/mdata/depth?pair=${pair}&size=1`)).text());
  const [best] = result.asks;
  const quantity = fixed(best.volume) + fixed("0.05");
  const order_id = await place(desk, call, { amount: show(quantity, 3), price: best.price, order_side: 1 });
  const order = await detail(desk, call, order_id);
  const dealt = fixed(order["eq"]);
  if (order["s"] === 2n) {
    desk.hold("orders", dealt > 0n && dealt < quantity, `a partly traded order has eq ${order["eq"]} of ${order["q"]}`);
    desk.hold("frozen", fixed(order["fz"]) > 0n, "a partly traded order has nothing frozen");
  }
  await desk.pause(200);
  const now = await detail(desk, call, order_id);
  // What is still open may be traded while it is cancelled.
  if (now["s"] === 1n || now["s"] === 2n) {
    await tryCancel(desk, order_id);
  }
  const end = await settled(desk, call, order_id);
  const expected = fixed(end["eq"]) === 0n ? 5n : fixed(end["eq"]) === quantity ? 3n : 4n;
  desk.hold("orders", end["s"] === expected, `an order that traded ${end["eq"]} of ${end["q"]} ends with ${end["s"]}`);
  const query = { orderId: BigInt(order_id), page: 1, size: 50 };
  const fills = (await call("/v3.1/cquery/base_u/orderDetail", query))["result"] as Page;
  for (const fill of fills.items) {
    desk.fit(records.longFill, fill, "orderDetail");
    desk.hold("ids", BigInt(fill["id"] ?? 0) > 2n ** 53n, `a fill's id ${fill["id"]} is not above 2^53 (note 39)`);
  }
  const added = fills.items.reduce((held, fill) => held + fixed(fill["deal_coin"]), 0n);
  const isWhole = fills.items.length < 50;
  if (isWhole) {
    desk.hold("fills", added === fixed(end["eq"]), `fills add up to ${show(added, 6)}, eq is ${end["eq"]}`);
  }
}
