import { unzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import { pushPeriods } from "../channels.js";
import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";
import { hmacMd5 } from "../signing.js";

interface Entry {
  readonly price: string;
  readonly volume: string;
}

type Side = readonly Entry[] | null;

/** What an increment has: all three, without asking whether they are there. */
interface Depth {
  readonly pair: string;
  readonly update_time: number;
  readonly seq: number;
  readonly asks?: Side;
  readonly bids?: Side;
  readonly add: { readonly asks: Side; readonly bids: Side };
  readonly del: { readonly asks: Side; readonly bids: Side };
  readonly mod: { readonly asks: Side; readonly bids: Side };
}

interface Candle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly vol: string;
}

interface Message {
  readonly channel: string;
  readonly binary: number | string;
  readonly data_type: number;
  readonly data: unknown;
}

const pair = "4BTC_USDT";
const pingEveryMs = 10_000;

/** A push may take so long on a busy machine. */
const patienceMs = 10_000;

/** Follows protocol B as its old sample does, reads `mod.asks` unasked, sends control pings of its own and answers none. */
export const channels: Hand = { name: "channels", live };

async function live(desk: Desk): Promise<void> {
  const state = new State(desk);
  const socket = await desk.connect("/cbu", { autoPong: false });
  keepAlive(desk, socket);
  socket.on("message", (frame: Buffer) => state.read(frame));
  const prefix = `${desk.serviceName}_sub_spot_`;
  const add = (channel: string, ver?: number): void =>
    socket.send(JSON.stringify({ event: "addChannel", channel: prefix + channel, binary: 0, ver }));
  add(`${pair}_depth`, 3);
  for (const period of pushPeriods) {
    add(`${pair}_kline_${period}`, 8);
  }
  add(`${pair}TAGPRICE_kline_1min`, 8);
  add(`${pair}_deals`);
  login(desk, socket, `${prefix}ALL_ALL_login`);
  await desk.until(() => state.isGreeted, patienceMs);
  desk.hold("login", state.isGreeted, "protocol B's login was not answered");
  for (let turn = 0; !desk.over; turn++) {
    await desk.pause(1500);
    await holdBook(desk, state);
    if (turn % 4 === 1) {
      await holdCandles(desk, state, pushPeriods[(turn >> 2) % pushPeriods.length] ?? "1min");
    }
    if (turn % 8 === 5) {
      await leaveAndReturn(desk, socket, state, `${prefix}${pair}_deals`);
    }
  }
}

function keepAlive(desk: Desk, socket: WebSocket): void {
  let [sent, answered] = [0, 0];
  socket.on("pong", () => {
    answered += 1;
  });
  const timer = setInterval(() => {
    desk.hold("pings", answered === sent, `${sent} control pings, ${answered} pongs`);
    sent += 1;
    socket.ping();
  }, pingEveryMs);
  socket.on("close", () => clearInterval(timer));
}

/** The sign is over `{apikey, channel, event}` in that order: note 21. */
function login(desk: Desk, socket: WebSocket, channel: string): void {
  const request = { apikey: desk.apiKey, channel, event: "addChannel" };
  socket.send(JSON.stringify({ ...request, sign: hmacMd5(desk.apiSecret, JSON.stringify(request)) }));
}

/** All that the connection has told. */
class State {
  readonly #desk: Desk;
  readonly asks: Map<number, number> = new Map();
  readonly bids: Map<number, number> = new Map();
  seq: number | undefined;
  isBook = false;
  isGreeted = false;
  deals = 0;
  pongs = 0;
  readonly candles: Map<string, Map<number, Candle>> = new Map();
  readonly #dealIds = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  read(frame: Buffer): void {
    try {
      const parsed = JSON.parse(frame.toString());
      if ("ping" in parsed) {
        return;
      }
      if ("pong" in parsed) {
        this.pongs += 1;
        return;
      }
      if ("error" in parsed) {
        throw new Error("refused");
      }
      for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
        this.#take(message);
      }
    } catch (error) {
      this.#desk.wrong(`a message of protocol B cannot be followed: ${error}: ${frame.toString().slice(0, 60)}`);
    }
  }

  #take({ channel, binary, data_type, data }: Message): void {
    const desk = this.#desk;
    desk.hold("fields", data_type === 0 || data_type === 1, `data_type is ${data_type}`);
    desk.hold("fields", Number(binary) === 0 || Number(binary) === 1, `binary is ${binary}`);
    const body = Number(binary) === 1 ? JSON.parse(unzipSync(Buffer.from(String(data), "base64")).toString()) : data;
    if (channel.endsWith("_depth")) {
      this.#depth(body);
    } else if (channel.endsWith("_deals")) {
      this.#trade(body);
    } else if (channel.endsWith("ALL_ALL_login")) {
      this.isGreeted = true;
    } else {
      this.#candle(channel, body);
    }
    desk.heard("B", channel);
  }

  #depth(depth: Depth): void {
    const desk = this.#desk;
    desk.hold(
      "fields",
      depth.pair === pair && depth.update_time > 1e12,
      `depth of ${depth.pair} at ${depth.update_time}`,
    );
    if (depth.asks !== undefined || depth.bids !== undefined) {
      this.asks.clear();
      this.bids.clear();
      for (const { price, volume } of depth.asks ?? []) {
        this.asks.set(Number(price), Number(volume));
      }
      for (const { price, volume } of depth.bids ?? []) {
        this.bids.set(Number(price), Number(volume));
      }
      this.isBook = true;
    } else {
      desk.hold(
        "seq",
        this.seq === undefined || depth.seq === this.seq + 1,
        `seq went from ${this.seq} to ${depth.seq}`,
      );
      put(this.asks, depth.add.asks);
      put(this.bids, depth.add.bids);
      for (const { price } of depth.del.asks ?? []) {
        this.asks.delete(Number(price));
      }
      for (const { price } of depth.del.bids ?? []) {
        this.bids.delete(Number(price));
      }
      put(this.asks, depth.mod.asks);
      put(this.bids, depth.mod.bids);
    }
    this.seq = depth.seq;
  }

  #trade(rows: readonly Readonly<Record<string, unknown>>[]): void {
    const desk = this.#desk;
    for (const { pair: of, price, amount, time, side, id } of rows) {
      const isRight = of === pair && Number(price) > 0 && Number(amount) > 0 && (side === 1 || side === 2);
      desk.hold("deals", isRight && Number.isInteger(time), `a deal is ${[of, price, amount, time, side, id]}`);
      desk.hold(
        "deals",
        typeof price === "string" && typeof amount === "string",
        "a deal's price or amount is no text",
      );
      this.#dealIds.add(String(id));
      this.deals += 1;
    }
  }

  #candle(channel: string, rows: readonly Candle[]): void {
    const desk = this.#desk;
    const known = this.candles.get(channel) ?? new Map<number, Candle>();
    this.candles.set(channel, known);
    for (const row of rows) {
      if (!channel.includes("TAGPRICE")) {
        desk.fit(records.kline, row, "a kline of protocol B");
      }
      const [open, high, low, close] = [row.open, row.high, row.low, row.close].map(Number) as [
        number,
        number,
        number,
        number,
      ];
      const isInside = high >= Math.max(open, close) && low <= Math.min(open, close) && low > 0;
      desk.hold("klines", isInside, `${channel}: open ${open}, high ${high}, low ${low}, close ${close}`);
      known.set(row.time, row);
    }
  }
}

function put(side: Map<number, number>, entries: Side): void {
  for (const { price, volume } of entries ?? []) {
    if (Number(volume) === 0) {
      side.delete(Number(price));
    } else {
      side.set(Number(price), Number(volume));
    }
  }
}

async function holdBook(desk: Desk, state: State): Promise<void> {
  if (!state.isBook || state.seq === undefined) {
    return;
  }
  const { seq } = state;
  const sides = [[...state.asks], [...state.bids]] as const;
  const truth = await desk.truth.book(pair, seq);
  desk.hold("books", truth !== undefined, `the venue knows no book of seq ${seq}`);
  if (truth === undefined) {
    return;
  }
  for (const [mine, rows] of [
    [sides[0], truth.asks],
    [sides[1], truth.bids],
  ] as const) {
    const wanted = new Map(rows.map(([volume, price]) => [Number(price), Number(volume)]));
    const differ =
      mine.filter(([price, volume]) => wanted.get(price) !== volume).length + Math.abs(wanted.size - mine.length);
    desk.hold("books", differ === 0, `protocol B's book at ${seq} differs in ${differ} of ${wanted.size} levels`);
  }
}

/** Candles that are over are the same in both places. */
async function holdCandles(desk: Desk, state: State, period: string): Promise<void> {
  const address = `${desk.restUrl}/v2/mdata/kline?pair=${pair}&period=${period}&size=20`;
  const { result, ver } = JSON.parse(await (await desk.fetch(address)).text());
  desk.hold("fields", ver === "2.0", `ver of a kline is ${ver}`);
  const pushed = state.candles.get(`${desk.serviceName}_sub_spot_${pair}_kline_${period}`);
  desk.hold("klines", pushed !== undefined && result.length > 0, `no klines of ${period}`);
  const newest = Math.max(...(pushed?.keys() ?? []));
  for (const row of result as Candle[]) {
    desk.fit(records.kline, row, "a kline");
    const other = pushed?.get(row.time);
    if (other === undefined || row.time >= newest) {
      continue;
    }
    for (const key of ["open", "high", "low", "close", "vol"] as const) {
      desk.hold(
        "klines",
        Number(row[key]) === Number(other[key]),
        `${period} ${key}: ${row[key]} asked, ${other[key]} pushed`,
      );
    }
  }
}

/** After leaving a channel nothing of it comes; a repeated subscription begins anew. */
async function leaveAndReturn(desk: Desk, socket: WebSocket, state: State, channel: string): Promise<void> {
  socket.send(JSON.stringify({ event: "removeChannel", channel }));
  // What is answered behind it shows that it was carried out.
  const { pongs } = state;
  socket.send(JSON.stringify({ ping: Date.now() }));
  desk.hold("pings", await desk.until(() => state.pongs > pongs, patienceMs), "a JSON ping was not answered (note 8)");
  const before = state.deals;
  await desk.pause(1500);
  desk.hold("unsubscribing", state.deals === before, `${state.deals - before} deals after removeChannel`);
  socket.send(JSON.stringify({ event: "addChannel", channel, binary: 0 }));
  const isBack = await desk.until(() => state.deals > before, patienceMs);
  desk.hold("unsubscribing", isBack, "no deals after coming back to their channel");
}
