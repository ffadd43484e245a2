import type { FrameFeed, OpenFeed, PushProtocol } from "@depthwire/stream";
import type { DepthText, WireRow } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { channelWire, prefixWire, type SpecWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";

/** One connection to the venue, with numbers of its own: nobody may compare them with another one's. */
interface VenueConnection {
  readonly feed: FrameFeed;
  readonly seqOffset: number;
  readonly channels: Set<string>;
}

type Side = Map<number, number>;

/** What an engine says, in either protocol. */
interface EngineText {
  readonly sub?: string;
  readonly unsub?: string;
  readonly channel?: string;
  readonly event?: string;
}

/** The venue's book of one pair, and what it was at each update time. */
class SpecBook {
  readonly asks: Side = new Map([[101, 5]]);
  readonly bids: Side = new Map([[99, 5]]);
  version = 1;
  /** By version: the whole book as text. */
  readonly history = new Map<number, string>();
  /** Version that the book had reached at a time, oldest first. */
  readonly reached: { readonly atMs: number; readonly version: number }[] = [];

  constructor() {
    this.history.set(1, this.text());
  }

  text(): string {
    return textOf(rows(this.asks, 1), rows(this.bids, -1));
  }
}

const rows = (side: Side, sign: 1 | -1): WireRow[] =>
  [...side]
    .sort(([one], [other]) => sign * (one - other))
    .map(([price, quantity]) => [String(quantity), String(price)]);

/** A book's levels in one form, whoever tells them. */
export function textOf(asks: readonly WireRow[], bids: readonly WireRow[]): string {
  const side = (levels: readonly WireRow[]) =>
    levels.map(([quantity, price]) => `${Number(price)}:${Number(quantity)}`);
  return `${side(asks).join(" ")} | ${side(bids).join(" ")}`;
}

/** A frame of protocol A that is not compressed: inflating is not what these specs are about. */
const plainDepth = ({ pair, ...content }: DepthText & { readonly pair: string }): Uint8Array => {
  const isWhole = content.asks !== undefined || content.bids !== undefined;
  return prefixWire.data(`${pair}_depth`, isWhole ? 0 : 1, { pair, ...content });
};

/** Trades in the list that a subscription begins with. */
const listedDeals = 20;

/** A venue whose past is known: at update time 1,000 + version. */
export class SpecVenue {
  readonly #books = new Map<string, SpecBook>();
  readonly #connections = new Set<VenueConnection>();
  readonly #nowMs: () => number;
  readonly #random: () => number;
  readonly #wire: SpecWire;
  /** Times of all trades of a pair, which are different from each other, oldest first. */
  readonly #trades = new Map<string, number[]>();

  constructor(nowMs: () => number, random: () => number, protocol: PushProtocol = "prefix") {
    this.#nowMs = nowMs;
    this.#random = random;
    this.#wire =
      protocol === "prefix" ? { ...prefixWire, depth: plainDepth as SpecWire["depth"] } : channelWire("plain");
  }

  /** Opens a connection for an engine. */
  readonly openFeed: OpenFeed = (_address, feed) => {
    const seqOffset = Math.floor(this.#random() * 3) * 2;
    const connection: VenueConnection = { feed, seqOffset, channels: new Set() };
    this.#connections.add(connection);
    feed.opened();
    return {
      send: (text) => this.#obey(connection, JSON.parse(text)),
      ping: () => feed.controlFrame(),
      close: () => this.#connections.delete(connection),
    };
  };

  /** One level of a pair changes. */
  change(pair: string): void {
    const book = this.#book(pair);
    const isAsk = this.#random() < 0.5;
    const side = isAsk ? book.asks : book.bids;
    const price = (isAsk ? 101 : 99) + (isAsk ? 1 : -1) * Math.floor(this.#random() * 8);
    const quantity = 1 + Math.floor(this.#random() * 9);
    const isGone = side.has(price) && side.size > 1 && this.#random() < 0.4;
    if (isGone) {
      side.delete(price);
    } else {
      side.set(price, quantity);
    }
    book.version++;
    book.history.set(book.version, book.text());
    book.reached.push({ atMs: this.#nowMs(), version: book.version });
    const row: WireRow = [String(quantity), String(price)];
    const levels = isAsk ? { asks: [row], bids: null } : { asks: null, bids: [row] };
    const none = { asks: null, bids: null };
    for (const connection of this.#connections) {
      this.#tell(connection, pair, { add: isGone ? none : levels, del: isGone ? levels : none });
    }
  }

  /** One trade of a pair happens. */
  trade(pair: string): void {
    const trades = this.tradesOf(pair);
    trades.push((trades.at(-1) ?? 999) + 1);
    for (const connection of this.#connections) {
      this.#tellTrades(connection, pair, trades.slice(-1), 1);
    }
  }

  /** The venue comes back without its past, and has another one: trades of these times. */
  restart(pair: string, times: readonly number[]): void {
    this.disconnectAll();
    this.#trades.set(pair, [...times]);
  }

  /** Times of all trades so far, oldest first. */
  tradesOf(pair: string): number[] {
    const trades = this.#trades.get(pair) ?? [];
    this.#trades.set(pair, trades);
    return trades;
  }

  /** The venue tells its ticker and its newest candle of a pair: at a price of this many. */
  tellPrice(pair: string, price: number): void {
    const text = String(price);
    for (const connection of this.#connections) {
      const ticker = [pair, text, text, text, text, text, text, "1", text, "1", "1", "0%", String(price), text];
      this.#tellOn(connection, `${pair}_ticker`, 1, ticker);
      const openedAtMs = Math.floor(price / 10) * 60_000;
      const row = [String(openedAtMs), text, text, text, text, "1"];
      const object = { time: openedAtMs, open: text, high: text, low: text, close: text, vol: "1" };
      const isPrefix = this.#wire.protocol === "prefix";
      this.#tellOn(connection, `${pair}_kline_1min`, 1, [isPrefix ? row : object]);
    }
  }

  /** Sends bytes of the spec's own on every connection. */
  sendEverywhere(bytes: Uint8Array): void {
    for (const { feed } of this.#connections) {
      feed.push(bytes);
    }
  }

  /** Ends every connection. */
  disconnectAll(): void {
    for (const { feed } of this.#connections) {
      feed.closed(1006, "ended by the spec");
    }
    this.#connections.clear();
  }

  /** The whole book at an update time; undefined where it never was. */
  truthAt(pair: string, updatedAtMs: number): string | undefined {
    return this.#book(pair).history.get(updatedAtMs - 1_000);
  }

  /** The update time that the book had reached by then. */
  reachedBy(pair: string, atMs: number): number {
    const { reached } = this.#book(pair);
    return 1_000 + (reached.findLast((one) => one.atMs <= atMs)?.version ?? 1);
  }

  #book(pair: string): SpecBook {
    const book = this.#books.get(pair) ?? new SpecBook();
    this.#books.set(pair, book);
    return book;
  }

  #obey(connection: VenueConnection, { sub, unsub, channel, event }: EngineText): void {
    const wanted = sub ?? (event === "addChannel" ? channel : undefined);
    const given = unsub ?? (event === "removeChannel" ? channel : undefined);
    if (wanted !== undefined) {
      const name = wanted.replace("svc_sub_spot_", "");
      connection.channels.add(name);
      const [pair = "", kind] = name.split(/_(?=depth|deals|ticker|kline)/);
      if (kind === "depth") {
        const book = this.#book(pair);
        this.#tell(connection, pair, { asks: rows(book.asks, 1), bids: rows(book.bids, -1) });
      } else if (kind === "deals") {
        this.#tellTrades(connection, pair, this.tradesOf(pair).slice(-listedDeals), 0);
      }
    } else if (given === undefined) {
      connection.feed.controlFrame();
    } else {
      connection.channels.delete(given.replace("svc_sub_spot_", ""));
    }
  }

  #tell({ feed, seqOffset, channels }: VenueConnection, pair: string, content: object): void {
    if (channels.has(`${pair}_depth`)) {
      const { version } = this.#book(pair);
      feed.push(this.#wire.depth({ pair, seq: version + seqOffset, ut: 1_000 + version, ...content }));
    }
  }

  /** @param kind 0: the list, 1: what is new */
  #tellTrades(connection: VenueConnection, pair: string, times: readonly number[], kind: 0 | 1): void {
    const newestFirst = times.toReversed();
    if (this.#wire.protocol === "channel") {
      const deals = newestFirst.map((time) => ({ pair, price: "100", amount: "1", time, side: 1, id: time }));
      this.#tellOn(connection, `${pair}_deals`, kind, deals);
      return;
    }
    const deals = newestFirst.map((time) => ["100", "1", "1", String(time), ""]);
    this.#tellOn(connection, `${pair}_deals`, kind, kind === 0 ? { pair, d: deals } : deals[0]);
  }

  #tellOn({ feed, channels }: VenueConnection, channel: string, kind: 0 | 1, payload: unknown): void {
    if (channels.has(channel)) {
      feed.push(this.#wire.data(channel, kind, payload));
    }
  }
}
