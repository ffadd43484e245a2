import { unzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";

type Row = readonly string[];
type Fields = Readonly<Record<string, unknown>>;

const pair = "BTC_USDT";
const pingEveryMs = 10_000;

/** A push may take so long on a busy machine. */
const patienceMs = 10_000;

/** How many rows of pushed books and deals are remembered. */
const maxRemembered = 200;

/** Watches a spot market; connects without a path where deployments let it (note 46), and pings by itself. */
export const spot: Hand = {
  name: "spot",
  live: async (desk) => {
    const market = new Market(desk);
    const socket = await desk.connect(desk.deployed ? "" : "/cbu");
    keepAlive(socket);
    socket.on("message", (frame: Buffer) => market.hear(frame));
    for (const name of ["depth", "deals", "ticker", "kline_1min"]) {
      socket.send(JSON.stringify({ event: "addChannel", sub: `${pair}_${name}` }));
    }
    await holdLists(desk);
    while (!desk.over) {
      await market.holdBook();
      await holdTicker(desk);
      await market.holdDeals();
      await market.holdCandles();
      await desk.pause(1500);
    }
  },
};

function keepAlive(socket: WebSocket): void {
  const timer = setInterval(() => socket.ping(), pingEveryMs);
  socket.on("close", () => clearInterval(timer));
}

/** Public data of document 2: `state` 0, `ver` text 3, `cmd`. */
async function get(desk: Desk, address: string): Promise<unknown> {
  const answer = JSON.parse(await (await desk.fetch(desk.restUrl + address)).text());
  desk.hold("answers", answer.state === 0, `${address}: ${answer.state} ${answer.msg}`);
  desk.hold("fields", typeof answer.cmd === "string", `${address} has no cmd`);
  if (address.startsWith("/v3/mdata/")) {
    desk.hold("fields", answer.ver === "3", `${address}: ver is ${answer.ver}`);
  }
  return answer.result;
}

async function holdLists(desk: Desk): Promise<void> {
  const askedAtMs = Date.now();
  const now = Number(await get(desk, "/v3/mdata/ping"));
  desk.hold("clock", now >= askedAtMs - 50 && now <= Date.now() + 50, `ping tells ${now}, asked at ${askedAtMs}`);
  const pairs = (await get(desk, "/v3/mdata/pairList")) as Fields[];
  for (const entry of pairs) {
    desk.fit(records.spotPair, entry, "pairList");
  }
  desk.hold(
    "markets",
    pairs.some((entry) => entry["pair"] === pair),
    `pairList is without ${pair}`,
  );
  const all = (await get(desk, "/v3/mdata/marketAll")) as Fields[];
  const one = (await get(desk, `/v3/mdata/market?pair=${pair}`)) as Fields;
  for (const market of [...all, one]) {
    desk.fit(records.spotMarket, market, "a market");
    if (desk.deployed) {
      desk.hold("fields", "base_last_cny" in market, "a market has no base_last_cny (note 42)");
    }
  }
  desk.hold(
    "markets",
    one["coin_symbol"] === "BTC" && one["currency_symbol"] === "USDT",
    `market: ${JSON.stringify(one)}`,
  );
  desk.hold("markets", all.length === pairs.length, `${pairs.length} pairs, ${all.length} markets`);
  const limits = (await get(desk, "/v3.1/orderpending/tradeLimit")) as Record<string, Record<string, unknown>>;
  desk.hold("limits", Number(limits["min_trade_price"]?.["default"]) === 0.00000001, "min_trade_price");
  desk.hold("limits", Number(limits["min_trade_price"]?.["USDT"]) === 0.0001, "min_trade_price of USDT");
  desk.hold("limits", Number(limits["min_trade_amount"]?.["default"]) === 0.0001, "min_trade_amount");
  // Deployments have one coin more: note 31.
  if (desk.deployed) {
    desk.hold("limits", Number(limits["min_trade_money"]?.["USDC"]) === 1, "min_trade_money of USDC (note 31)");
  }
  for (const [coin, min] of [
    ["USDT", 1],
    ["DAI", 1],
    ["GUSD", 1],
    ["BIX", 3],
    ["BTC", 0.0002],
    ["ETH", 0.005],
  ] as const) {
    desk.hold("limits", Number(limits["min_trade_money"]?.[coin]) === min, `min_trade_money of ${coin}`);
  }
}

async function holdTicker(desk: Desk): Promise<void> {
  const ticker = (await get(desk, `/v3/mdata/ticker?pair=${pair}`)) as Fields;
  desk.fit(records.spotTicker, ticker, "ticker");
  if (desk.deployed) {
    desk.hold("fields", "base_last_cny" in ticker, "a ticker has no base_last_cny (note 42)");
  }
  desk.hold("tickers", Number(ticker["buy"]) < Number(ticker["sell"]), `buy ${ticker["buy"]}, sell ${ticker["sell"]}`);
  const isInside = Number(ticker["high"]) >= Number(ticker["last"]) && Number(ticker["low"]) <= Number(ticker["last"]);
  desk.hold("tickers", isInside, `last ${ticker["last"]} of ${ticker["low"]} to ${ticker["high"]}`);
}

interface Depth {
  readonly ut: number;
  readonly seq: number;
  readonly asks?: readonly Row[] | null;
  readonly bids?: readonly Row[] | null;
  readonly add?: { readonly asks: readonly Row[] | null; readonly bids: readonly Row[] | null };
  readonly del?: { readonly asks: readonly Row[] | null; readonly bids: readonly Row[] | null };
}

/** What was pushed of one market. */
class Market {
  readonly #desk: Desk;
  readonly #sides = { asks: new Map<number, number>(), bids: new Map<number, number>() };
  readonly #deals: string[] = [];
  readonly #candles = new Map<number, string>();
  #seq: number | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  hear(frame: Buffer): void {
    const isPacked = frame[0] === 1 || frame[0] === 0x31;
    const body = frame[0] === 0x7b ? frame : isPacked ? unzipSync(frame.subarray(1)) : frame.subarray(1);
    const { ping, topic, d } = JSON.parse(body.toString());
    if (ping !== undefined) {
      return;
    }
    if (topic === `${pair}_depth`) {
      this.#takeDepth(d);
    } else if (topic === `${pair}_deals`) {
      this.#takeDeals(d);
    } else if (topic === `${pair}_kline_1min`) {
      this.#takeCandles(d);
    } else if (topic === `${pair}_ticker`) {
      this.#desk.hold("tickers", d.length === 14 && d[0] === pair, `a ticker is ${d}`);
    } else {
      this.#desk.wrong(`the push said ${body.toString().slice(0, 100)}`);
    }
    if (topic !== undefined) {
      this.#desk.heard("A", topic);
    }
  }

  #takeDepth(depth: Depth): void {
    const isWhole = depth.add === undefined && depth.del === undefined;
    const isNext = isWhole || this.#seq === undefined || depth.seq === this.#seq + 1;
    this.#desk.hold("seq", isNext, `seq went from ${this.#seq} to ${depth.seq}`);
    for (const name of ["asks", "bids"] as const) {
      const side = this.#sides[name];
      if (isWhole) {
        side.clear();
      }
      for (const [volume, price] of (isWhole ? depth[name] : depth.add?.[name]) ?? []) {
        side.set(Number(price), Number(volume));
      }
      for (const [, price] of depth.del?.[name] ?? []) {
        side.delete(Number(price));
      }
    }
    this.#seq = depth.seq;
  }

  #takeDeals(content: { readonly d: readonly Row[] } | Row): void {
    const rows = Array.isArray(content)
      ? [content as Row]
      : [...(content as { readonly d: readonly Row[] }).d].reverse();
    for (const row of rows) {
      const [price, amount, side, time] = row.length === 6 ? row.slice(1) : row;
      this.#deals.push([Number(price), Number(amount), side, time].join());
    }
    if (this.#deals.length > maxRemembered) {
      this.#deals.splice(0, this.#deals.length - maxRemembered);
    }
  }

  #takeCandles(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#candles.set(Number(row[0]), row.slice(-5).map(Number).join());
    }
  }

  /** A book by `seq` is the venue's own; REST tells the same form. */
  async holdBook(): Promise<void> {
    const desk = this.#desk;
    if (this.#seq === undefined) {
      return;
    }
    const mine = { asks: new Map(this.#sides.asks), bids: new Map(this.#sides.bids) };
    const truth = await desk.truth.book(pair, this.#seq);
    for (const name of ["asks", "bids"] as const) {
      const rows = truth?.[name] ?? [];
      const differ = rows.filter(([volume, price]) => mine[name].get(Number(price)) !== Number(volume)).length;
      desk.hold(
        "books",
        differ === 0 && rows.length === mine[name].size,
        `spot ${name} differ in ${differ} of ${rows.length}`,
      );
    }
    const book = (await get(desk, `/v3/mdata/depth?pair=${pair}&size=5`)) as { asks: Fields[]; bids: Fields[] };
    desk.fit(records.restDepth, book, "spot depth");
    const prices = [...book.bids]
      .reverse()
      .concat(book.asks)
      .map(({ price }) => Number(price));
    const isSorted = prices.every((price, at) => at === 0 || price > (prices[at - 1] ?? 0));
    desk.hold("books", isSorted && prices.length === 10, `5 levels a side of spot depth are ${prices}`);
  }

  /** What REST lists as the newest deals is what was pushed, in one piece. */
  async holdDeals(): Promise<void> {
    const desk = this.#desk;
    if (this.#deals.length < 20) {
      return;
    }
    const listed = (await get(desk, `/v3/mdata/deals?pair=${pair}&size=20`)) as Fields[];
    for (const deal of listed) {
      desk.fit(records.spotDeal, deal, "a deal");
    }
    const told = listed.map(({ price, amount, side, time }) => [Number(price), Number(amount), side, time].join());
    // Newest first; a push may be on its way still.
    const wanted = told.reverse().join(" ");
    const isPushed = await desk.until(() => this.#deals.join(" ").includes(wanted), patienceMs);
    desk.hold("deals", isPushed, `of ${told.length} deals that REST lists up to ${told.at(-1)} some were not pushed`);
  }

  async holdCandles(): Promise<void> {
    const desk = this.#desk;
    const listed = (await get(desk, `/v3/mdata/kline?pair=${pair}&period=1min&size=10`)) as Record<string, string>[];
    const newest = Math.max(...this.#candles.keys());
    for (const row of listed) {
      desk.fit(records.kline, row, "a spot kline");
      const pushed = this.#candles.get(Number(row["time"]));
      if (pushed === undefined || Number(row["time"]) >= newest) {
        continue;
      }
      const told = [row["open"], row["high"], row["low"], row["close"], row["vol"]].map(Number).join();
      desk.hold("klines", told === pushed, `a minute was pushed as ${pushed}, is asked as ${told}`);
    }
  }
}
