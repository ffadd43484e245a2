import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { type AskVenue, type Page, pair } from "./calls.js";
import { fixed, type Json, magnitude, show, times } from "./numbers.js";

export async function holdProfit(desk: Desk, call: AskVenue, held: Json, closed: Json): Promise<void> {
  const { items } = (await call("/v3.1/cquery/base_u/dealLog", { pair, page: 1, size: 50 }))["result"] as Page;
  for (const change of items) {
    desk.fit(records.changeRecord, change, "dealLog");
  }
  let [profit, sold] = [0n, 0n];
  for (const change of items) {
    if (sold === fixed(closed["eq"]) || change["log_type"] !== 2n) {
      break;
    }
    profit += fixed(change["profit"]);
    sold += magnitude(fixed(change["hold_coin_dx"]));
  }
  const gain = times(fixed(closed["eq"]), fixed(closed["dp"]) - fixed(held["po"]));
  desk.hold(
    "changes",
    sold === fixed(closed["eq"]),
    `changes of a close add up to ${show(sold, 4)}, not ${closed["eq"]}`,
  );
  // Average prices are rounded where they are shown.
  desk.hold(
    "profit",
    magnitude(profit - gain) < fixed("0.0001"),
    `profit ${show(profit, 8)}, calculated ${show(gain, 8)}`,
  );
  desk.hold(
    "changes",
    fixed(items[0]?.["hold_coin"]) === 0n,
    `after the last close ${items[0]?.["hold_coin"]} is held`,
  );
}

/** Pages of the history: newest or oldest first, but none twice, and each as the filter says. */
export async function holdHistory(desk: Desk, call: AskVenue): Promise<void> {
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const { items } = (await call("/v3.1/cquery/base_u/orderHistory", { pair, page, size: 5 }))["result"] as Page;
    for (const order of items) {
      desk.fit(records.longOrder, order, "orderHistory");
    }
    seen.push(...items.map(({ id }) => String(id)));
  }
  desk.hold("history", new Set(seen).size === seen.length, `pages of the history show orders twice: ${seen}`);
  const filter = { page: 1, size: 50, side: 1, status: [4, 5] };
  const { items } = (await call("/v3.1/cquery/base_u/orderHistory", filter))["result"] as Page;
  const fits = items.every((order) => order["side"] === 1n && (order["status"] === 4n || order["status"] === 5n));
  desk.hold("history", fits, "the history's filters let other orders through");
  desk.hold("history", items.length > 0, "the history of cancelled orders is empty");
}

/** What there was, with every profit and fee since, is what there is. */
export async function audit(
  desk: Desk,
  call: AskVenue,
  began: { readonly total: bigint; readonly atMs: number },
): Promise<void> {
  const fundingMs = 28_800_000;
  if (Math.floor(began.atMs / fundingMs) !== Math.floor(Date.now() / fundingMs)) {
    return;
  }
  let expected = began.total;
  for (let page = 1; ; page++) {
    const { items } = (await call("/v3.1/cquery/base_u/dealLog", { pair, page, size: 50 }))["result"] as Page;
    for (const change of items) {
      expected += fixed(change["profit"]) - fixed(change["fee"]);
    }
    if (items.length < 50) {
      break;
    }
  }
  const now = await total(desk);
  desk.hold(
    "audit",
    magnitude(now - expected) < fixed("0.000001"),
    `${show(now, 8)} is there, ${show(expected, 8)} should be`,
  );
}

export async function total(desk: Desk): Promise<bigint> {
  return fixed((await desk.truth.balances(desk.account))["USDT"]?.total) - fixed("5000");
}
