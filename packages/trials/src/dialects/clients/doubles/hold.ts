import type { Desk } from "../../desk.js";
import * as records from "../../records.js";
import { near, type Post, pair, sum } from "./calls.js";
import { type Fill, type Mirror, patienceMs, type Row, type ShortOrder } from "./follow.js";

/** An order's end, as it is pushed, asked for by itself, by its fills, and by the history. */
export async function holdEnd(
  desk: Desk,
  post: Post,
  mine: Mirror,
  order_id: string,
  ends: number[],
  rate: number,
): Promise<void> {
  const isOver = await desk.until(() => ends.includes(mine.orders.get(order_id)?.s ?? 0), patienceMs);
  const pushed = mine.orders.get(order_id);
  desk.hold("orders", isOver, `order ${order_id} was pushed with status ${pushed?.s}, not one of ${ends}`);
  if (pushed === undefined) {
    return;
  }
  const asked = (await post("/v3/cbu/order/detail", { order_id })).result as ShortOrder;
  for (const key of Object.keys(records.shortOrder)) {
    desk.hold(
      "orders",
      String(asked[key]) === String(pushed[key]),
      `order ${key}: pushed ${pushed[key]}, asked ${asked[key]}`,
    );
  }
  const query = { orderId: desk.deployed ? order_id : Number(order_id), page: 1, size: 50 };
  const { items } = (await post("/v3.1/cquery/base_u/orderDetail", query)).result as { items: Fill[] };
  for (const fill of items) {
    desk.fit(records.longFill, fill, "orderDetail");
  }
  const dealt = sum(items.map((fill) => Number(fill["deal_coin"])));
  const value = sum(items.map((fill) => Number(fill["deal_coin"]) * Number(fill["deal_price"])));
  desk.hold("fills", near(dealt, Number(asked["eq"])), `fills sum to ${dealt}, eq is ${asked["eq"]}`);
  desk.hold(
    "fills",
    near(sum(items.map((fill) => Number(fill["fee"]))), Number(asked["f"])),
    `fees of fills, f ${asked["f"]}`,
  );
  desk.hold("fees", near(Number(asked["f"]), value * rate), `fee ${asked["f"]} of ${value} at ${rate}`);
  if (dealt > 0) {
    desk.hold("fills", near(value / dealt, Number(asked["dp"])), `dp ${asked["dp"]}, fills say ${value / dealt}`);
  }
  const told = mine.fills.get(order_id) ?? [];
  desk.hold(
    "fills",
    near(sum(told.map((fill) => Number(fill["ep"]))), dealt),
    `pushed fills sum to other than ${dealt}`,
  );
  const ids = (list: readonly Fill[]): string =>
    list
      .map((fill) => fill["id"])
      .sort()
      .join();
  desk.hold("fills", ids(told) === ids(items), `fills pushed as ${ids(told)}, asked as ${ids(items)}`);
  desk.hold("orders", Number(asked["fz"]) === 0, `a finished order has ${asked["fz"]} frozen`);
}

/** What was pushed is what REST tells once nothing moves, and what the operator knows. */
export async function compareAtRest(desk: Desk, post: Post, mine: Mirror): Promise<void> {
  await desk.until(() => performance.now() - mine.lastAtMs > 300, 3000);
  const before = await desk.truth.balances(desk.account);
  const [asset] = (await post("/v3/cbu/assets", { coin: "USDT" })).result as Record<string, string>[];
  const after = await desk.truth.balances(desk.account);
  desk.fit(records.contractAsset, asset, "assets");
  const known = after["USDT"];
  if (asset === undefined || known === undefined || JSON.stringify(before) !== JSON.stringify(after)) {
    return;
  }
  desk.hold("balances", Number(asset["b"]) === Number(known.free), `b ${asset["b"]}, in truth ${known.free}`);
  const margin = Number(asset["mf"]) + Number(asset["mc"]);
  desk.hold("balances", near(margin, Number(known.margin)), `margin ${margin}, in truth ${known.margin}`);
  const frozen = Number(asset["ff"]) + Number(asset["fc"]);
  desk.hold("balances", near(frozen, Number(known.frozen)), `frozen ${frozen}, in truth ${known.frozen}`);
  await comparePositions(desk, post, mine);
  const pushed = mine.assets.get("USDT");
  const isPushed = await desk.until(
    () => differing(records.contractAsset, mine.assets.get("USDT"), asset) === "",
    patienceMs,
  );
  desk.hold(
    "balances",
    isPushed,
    `assets were pushed as ${JSON.stringify(pushed)}, are asked as ${JSON.stringify(asset)}`,
  );
}

/** What does not move with the price, or with another hand's trades. */
const steadyKeys = { hc: 0, lc: 0, mg: 0, po: 0, pp: 0, ps: 0, l: 0, md: 0 };

/** What does not move with the price reads as it was pushed. */
async function comparePositions(desk: Desk, post: Post, mine: Mirror): Promise<void> {
  const rows = (await post("/v3/cbu/position", { pair })).result as Row[];
  for (const row of rows) {
    const pushed = (): Row | undefined => mine.positions.get(`${pair} ${row.sd}`);
    if (pushed() === undefined) {
      continue;
    }
    const isPushed = await desk.until(() => differing(steadyKeys, pushed(), row) === "", patienceMs);
    desk.hold("positions", isPushed, `position: pushed and asked differ in ${differing(steadyKeys, pushed(), row)}`);
  }
}

/** Names of the keys in which two records differ. */
function differing(keys: object, left: object | undefined, right: object): string {
  const [a, b] = [left, right] as readonly (Readonly<Record<string, unknown>> | undefined)[];
  return Object.keys(keys)
    .filter((key) => String(a?.[key]) !== String(b?.[key]))
    .join();
}
