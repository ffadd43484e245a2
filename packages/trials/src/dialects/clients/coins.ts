import { unzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";
import { hmacMd5 } from "../signing.js";

type Row = readonly string[];
type Entry = Readonly<Record<string, string>> & {
  readonly id: number;
  readonly status: number;
  readonly client_oid: number;
};
type Page = { readonly count: number; readonly page: number; readonly items: readonly Entry[] };

const pair = "5BTC_USD";

/** Form posts to the batch query for the account that trades there, and the coin contracts' market at `/cbc`; answers JSON pings. */
export const coins: Hand = {
  name: "coins",
  live: async (desk) => {
    const seen = await watch(desk);
    const rates = await holdReference(desk);
    while (!desk.over) {
      await holdRecords(desk, rates);
      await holdMarket(desk, seen);
      await desk.pause(2500);
    }
  },
};

/** One command in a form, signed over its exact text. */
async function query(desk: Desk, cmd: string, body: object): Promise<unknown> {
  const index = Math.floor(Math.random() * 1000);
  const { apiKey, apiSecret, restUrl, headers } = desk.hall.resident;
  const cmds = JSON.stringify([{ cmd, body, index }]);
  const form = new URLSearchParams({ cmds, apikey: apiKey, sign: hmacMd5(apiSecret, cmds) });
  const reply = await desk.fetch(`${restUrl}/v1.1/cquery`, { method: "POST", headers, body: form });
  const answer = JSON.parse(await reply.text());
  desk.hold("answers", answer.error === undefined, `${cmd} ${JSON.stringify(body)}: ${JSON.stringify(answer.error)}`);
  desk.hold(
    "answers",
    answer.index === index && answer.cmd === cmd,
    `${cmd} ${index} came back as ${answer.cmd} ${answer.index}`,
  );
  return answer.result;
}

async function read(desk: Desk, cmd: string): Promise<unknown> {
  const answer = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v1.1/cquery?cmd=${cmd}`)).text());
  desk.hold("answers", answer.cmd === cmd, `${cmd} came back as ${answer.cmd}`);
  return answer.result;
}

interface Rates {
  readonly maker: number;
  readonly taker: number;
}

async function holdReference(desk: Desk): Promise<Rates> {
  const fund = (await read(desk, "bcFundRate")) as Record<string, unknown>;
  desk.fit(records.fundRate, fund[pair], "bcFundRate");
  const tag = (await read(desk, "bcTagPrice")) as Record<string, unknown>;
  desk.fit(records.tagPrice, tag[pair], "bcTagPrice");
  const of = (list: unknown): Entry | undefined => (list as Entry[]).find((entry) => entry["pair"] === pair);
  const value = of(await read(desk, "bcValue"));
  desk.fit(records.contractValue, value, "bcValue");
  if (desk.deployed) {
    desk.fit(records.contractRisk, value, "bcValue (note 42)");
  }
  const unit = of(await read(desk, "bcUnit"));
  desk.fit(records.contractUnit, unit, "bcUnit");
  if (desk.deployed) {
    desk.fit(records.contractUnitRest, unit, "bcUnit (note 42)");
  }
  return { maker: Number(value?.["maker_fee"]), taker: Number(value?.["taker_fee"]) };
}

/** An order, its fills, and the changes they made, for the resident account. */
async function holdRecords(desk: Desk, rates: Rates): Promise<void> {
  const history = (await query(desk, "bc/orderHistory", { pair, page: 1, size: 10, status: [3] })) as Page;
  const changes = (await query(desk, "bc/dealLog", { pair, page: 1, size: 50 })) as Page;
  holdChanges(desk, changes);
  for (const order of history.items.slice(0, 2)) {
    desk.fit(records.longOrder, order, "bc/orderHistory");
    for (const key of ["price", "amount_coin", "price_deal", "deal_coin", "fee"]) {
      desk.hold("fields", /\.\d{10}$/.test(order[key] ?? ""), `${key} ${order[key]} has not ten decimal places`);
    }
    const { items } = (await query(desk, "bc/orderDetail", { orderId: order.id, page: 1, size: 50 })) as Page;
    for (const fill of items) {
      desk.fit(records.longFill, fill, "bc/orderDetail");
    }
    const dealt = sum(items.map((fill) => Number(fill["deal_coin"])));
    desk.hold(
      "fills",
      near(dealt, Number(order["deal_coin"])),
      `fills add up to ${dealt}, deal_coin is ${order["deal_coin"]}`,
    );
    desk.hold(
      "fills",
      items.length === Number(order["deal_num"]),
      `${items.length} fills, deal_num ${order["deal_num"]}`,
    );
    for (const fill of items) {
      const rate = Number(fill["is_maker"]) === 1 ? rates.maker : rates.taker;
      const fee = (Number(fill["deal_coin"]) / Number(fill["deal_price"])) * rate;
      desk.hold("fees", Math.abs(fee - Number(fill["fee"])) < 2e-8, `fee ${fill["fee"]}, calculated ${fee}`);
    }
    // The average price of an inverse contract is harmonic.
    const cost = sum(items.map((fill) => Number(fill["deal_coin"]) / Number(fill["deal_price"])));
    desk.hold(
      "fills",
      near(dealt / cost, Number(order["price_deal"])),
      `price_deal ${order["price_deal"]}, fills say ${dealt / cost}`,
    );
    const byId = (await query(desk, "bc/orderById", { orderIds: [order.id], clientOids: [] })) as Entry[];
    desk.hold(
      "orders",
      JSON.stringify(byId) === JSON.stringify([order]),
      "an order by id is not the one of the history",
    );
  }
}

/** Each change leads to what is held after it. */
function holdChanges(desk: Desk, { items }: Page): void {
  for (const change of items) {
    desk.fit(records.changeRecord, change, "bc/dealLog");
  }
  for (const side of [1, 2]) {
    const mine = items.filter((change) => Number(change["side"]) === side).reverse();
    mine.forEach((change, at) => {
      const before = mine[at - 1];
      if (before === undefined) {
        return;
      }
      const [was, by, is] = [before["hold_coin"], change["hold_coin_dx"], change["hold_coin"]].map(Number);
      const step = Number(change["log_type"]) === 1 ? Math.abs(by ?? 0) : -Math.abs(by ?? 0);
      desk.hold(
        "changes",
        near((was ?? 0) + step, is ?? 0),
        `${was} held, changed by ${by} (${change["log_type"]}), is ${is}`,
      );
    });
  }
}

interface Seen {
  seq: number | undefined;
  readonly asks: Map<number, number>;
  readonly bids: Map<number, number>;
  readonly candles: Map<number, string>;
}

async function watch(desk: Desk): Promise<Seen> {
  const seen: Seen = { seq: undefined, asks: new Map(), bids: new Map(), candles: new Map() };
  const socket = await desk.connect(desk.deployed ? "/cbc" : "/cbu");
  socket.on("message", (frame: Buffer) => hear(desk, socket, seen, frame));
  for (const name of ["depth", "kline_1min", "deals", "ticker"]) {
    socket.send(JSON.stringify({ event: "addChannel", sub: `${pair}_${name}` }));
  }
  return seen;
}

function hear(desk: Desk, socket: WebSocket, seen: Seen, frame: Buffer): void {
  const isPacked = frame[0] === 1 || frame[0] === 0x31;
  const body = frame[0] === 0x7b ? frame : isPacked ? unzipSync(frame.subarray(1)) : frame.subarray(1);
  const { ping, topic, d } = JSON.parse(body.toString());
  if (ping !== undefined) {
    socket.send(JSON.stringify({ pong: ping }));
  } else if (topic === undefined) {
    desk.wrong(`the push said ${body.toString().slice(0, 100)}`);
  }
  if (topic === undefined) {
    return;
  }
  desk.heard("A", topic);
  if (topic.endsWith("_kline_1min")) {
    for (const row of d as Row[]) {
      seen.candles.set(Number(row[0]), row.slice(-5).map(Number).join());
    }
  }
  if (!topic.endsWith("_depth")) {
    return;
  }
  const isWhole = d.add === undefined && d.del === undefined;
  for (const name of ["asks", "bids"] as const) {
    if (isWhole) {
      seen[name].clear();
    }
    for (const [volume, price] of (isWhole ? d[name] : d.add[name]) ?? []) {
      seen[name].set(Number(price), Number(volume));
    }
    for (const [, price] of d.del?.[name] ?? []) {
      seen[name].delete(Number(price));
    }
  }
  seen.seq = d.seq;
}

async function holdMarket(desk: Desk, seen: Seen): Promise<void> {
  if (seen.seq !== undefined) {
    const mine = { asks: new Map(seen.asks), bids: new Map(seen.bids) };
    const truth = await desk.truth.book(pair, seen.seq);
    for (const name of ["asks", "bids"] as const) {
      const rows = truth?.[name] ?? [];
      const isEqual =
        rows.length === mine[name].size &&
        rows.every(([volume, price]) => mine[name].get(Number(price)) === Number(volume));
      desk.hold("books", truth !== undefined && isEqual, `${name} of ${pair} are not the venue's`);
    }
  }
  const depth = JSON.parse(await (await desk.fetch(`${desk.restUrl}/v2/mdata/depth?pair=${pair}&size=20`)).text());
  desk.fit(records.restDepth, depth.result, "depth of a coin contract");
  const klines = JSON.parse(
    await (await desk.fetch(`${desk.restUrl}/v2/mdata/kline?pair=${pair}&period=1min&size=5`)).text(),
  );
  const newest = Math.max(...seen.candles.keys());
  for (const row of klines.result) {
    desk.fit(records.kline, row, "a kline of a coin contract");
    const pushed = seen.candles.get(row.time);
    if (pushed === undefined || row.time >= newest) {
      continue;
    }
    const told = [row.open, row.high, row.low, row.close, row.vol].map(Number).join();
    desk.hold("klines", told === pushed, `a minute was pushed as ${pushed}, is asked as ${told}`);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function near(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-7 * Math.max(1, Math.abs(left), Math.abs(right));
}
