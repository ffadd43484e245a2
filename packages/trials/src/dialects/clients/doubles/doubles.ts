import type { Desk, Hand } from "../../desk.js";
import * as records from "../../records.js";
import { lastPrice, near, type Post, pair, poster, readTerms } from "./calls.js";
import { follow, loginMessage, type Mirror, patienceMs, type Row, type ShortOrder } from "./follow.js";
import { compareAtRest, holdEnd } from "./hold.js";
import { loginAgain } from "./login-again.js";

const leverage = 10;

/** A script in the style of the service's samples: `JSON.parse` and doubles; the socket library answers control pings. */
export const doubles: Hand = { name: "doubles", live };

async function live(desk: Desk): Promise<void> {
  const post = poster(desk);
  const [taker, maker] = await readTerms(desk);
  await moveMoney(desk, post);
  await prepare(desk, post);
  const socket = await desk.connect("/cbu");
  const mine = follow(desk, socket);
  socket.send(JSON.stringify(loginMessage(desk)));
  await desk.until(() => mine.greeted === 4, patienceMs);
  desk.hold(
    "login",
    mine.greeted === 4,
    `a login brought ${mine.greeted} of acknowledgement, assets, positions, orders`,
  );
  while (!desk.over) {
    await tradeAtMarket(desk, post, mine, taker);
    await restAndCancel(desk, post, mine, maker, () => loginAgain(desk, post, mine));
    await compareAtRest(desk, post, mine);
    await desk.pause(1500);
  }
}

/** Splits the answer's `cmd` when there is one, and loses money by it: note 38. */
async function moveMoney(desk: Desk, post: Post): Promise<void> {
  const before = await desk.truth.balances(desk.account);
  for (const [path, type] of [
    ["/v3/cbuassets/transfer", 0],
    ["/v3/assets/transfer/cbu", 1],
  ] as const) {
    const answer = await post(path, { amount: type === 0 ? "250" : "50", symbol: "USDT", type });
    desk.hold("transfers", !("cmd" in answer), `${path}: the answer has a cmd (note 38)`);
    desk.hold(
      "transfers",
      /^\d+$/.test(String(answer.result)),
      `${path}: the result ${answer.result} is no id (note 38)`,
    );
    desk.hold("transfers", typeof answer.result === "string", `${path}: the result is no text (note 38)`);
  }
  const after = await desk.truth.balances(desk.account);
  const moved = Number(after["USDT"]?.free) - Number(before["USDT"]?.free);
  desk.hold("transfers", near(moved, 200), `250 in and 50 out moved ${moved}`);
}

/** Leverage and mode before the first trade, from the row that says what they are: note 37. */
async function prepare(desk: Desk, post: Post): Promise<void> {
  const read = async (): Promise<readonly Row[]> => (await post("/v3/cbu/position", { pair })).result as Row[];
  const before = await read();
  if (desk.deployed) {
    desk.hold("empty positions", before.length === 2, `${before.length} rows of a contract before anything (note 37)`);
  }
  // Fixed first, then cross, in which this hand trades.
  for (const [mode, wanted] of [
    [2, 7],
    [1, leverage],
  ] as const) {
    await post("/v3/cbu/changeMode", { pair, mode, leverage_long: wanted, leverage_short: wanted });
    holdEmpty(desk, await read(), mode, wanted);
  }
}

function holdEmpty(desk: Desk, rows: readonly Row[], mode: number, wanted: number): void {
  desk.hold("empty positions", rows.length === 2, `${rows.length} rows of a contract after changeMode (note 37)`);
  for (const row of rows) {
    desk.fit(records.position, row, "an empty position");
    desk.hold("leverage", Number(row["l"]) === wanted, `leverage ${row["l"]} is read back, not ${wanted}`);
    desk.hold("leverage", row.md === mode, `mode ${row.md} is read back, not ${mode}`);
    for (const key of ["hc", "mg", "po"]) {
      desk.hold("empty positions", Number(row[key]) === 0, `an empty row has ${key} ${row[key]}`);
    }
  }
}

async function tradeAtMarket(desk: Desk, post: Post, mine: Mirror, taker: number): Promise<void> {
  const amount = (Math.floor(1 + Math.random() * 300) / 10000).toFixed(4);
  for (const side of Math.random() < 0.5 ? [1, 3] : [2, 4]) {
    const client_oid = String(Date.now());
    const market = { pair, amount, order_side: side, order_type: 1, order_from: 6, client_oid };
    const answer = await post(
      "/v3/cbu/order/open",
      desk.deployed ? market : { ...market, price: await lastPrice(desk) },
    );
    if (answer.state !== 0) {
      return;
    }
    desk.fit(records.placed, answer, "a placed order");
    desk.hold("orders", answer.client_oid === client_oid, `client_oid ${client_oid} came back as ${answer.client_oid}`);
    desk.hold(
      "ids",
      Number.isSafeInteger(Number(answer.order_id)),
      `order id ${answer.order_id} is above 2^53 (note 39)`,
    );
    await holdEnd(desk, post, mine, answer.order_id, [3, 4, 5], taker);
    if (side < 3) {
      await holdPosition(desk, post, mine, side);
    }
  }
}

async function holdPosition(desk: Desk, post: Post, mine: Mirror, side: number): Promise<void> {
  const rows = (await post("/v3/cbu/position", { pair, side })).result as Row[];
  desk.hold(
    "positions",
    rows.length === 1 && rows[0]?.sd === side,
    `position of side ${side}: ${JSON.stringify(rows)}`,
  );
  const row = rows[0];
  if (row === undefined) {
    return;
  }
  desk.fit(records.position, row, "position");
  const [held, open, margin] = [Number(row["hc"]), Number(row["po"]), Number(row["mg"])];
  desk.hold("margin", near(margin, (held * open) / leverage), `margin ${margin} of ${held} at ${open}, ${leverage}x`);
  const isSafe = side === 1 ? Number(row["pf"]) < open : Number(row["pf"]) > open;
  desk.hold("positions", held === 0 || isSafe, `a position of side ${side} from ${open} is liquidated at ${row["pf"]}`);
  const pushed = (): string | undefined => mine.positions.get(`${pair} ${side}`)?.["hc"];
  const isPushed = await desk.until(() => Number(pushed()) === held, patienceMs);
  desk.hold("positions", isPushed, `pushed hc ${pushed()}, asked ${held}`);
}

async function restAndCancel(
  desk: Desk,
  post: Post,
  mine: Mirror,
  maker: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const price = (Number(await lastPrice(desk)) * 0.95).toFixed(1);
  const limit = { pair, amount: "0.02", order_side: 1, order_type: 2, price, order_from: 6 };
  const { order_id, status, state } = await post("/v3/cbu/order/open", limit);
  if (state !== 0) {
    return;
  }
  desk.hold("orders", status === 1, `a far limit order has status ${status}`);
  const order = (await post("/v3/cbu/order/detail", { order_id })).result as ShortOrder;
  desk.fit(records.shortOrder, order, "detail of an order without a client id (note 43)");
  desk.hold("orders", Number(order["p"]) === Number(price), `a limit of ${price} reads as ${order["p"]}`);
  const open = await openOrders(desk, post);
  desk.hold(
    "orders",
    open.some(({ oi }) => oi === order_id),
    `the order list is without ${order_id}`,
  );
  await meanwhile();
  await post("/v3/cbu/order/close", { order_id });
  await holdEnd(desk, post, mine, order_id, [5], maker);
}

async function openOrders(desk: Desk, post: Post): Promise<readonly ShortOrder[]> {
  const sides = desk.deployed ? [undefined] : [1, 2, 3, 4];
  const found: ShortOrder[] = [];
  for (const order_side of sides) {
    const { result } = await post("/v3/cbu/order/list", { pair, order_side });
    const { p, t, o } = result as { p: number; t: number; o: ShortOrder[] };
    desk.hold("fields", Number.isInteger(p) && Number.isInteger(t), `order list: p ${p}, t ${t}`);
    found.push(...o);
  }
  return found;
}
