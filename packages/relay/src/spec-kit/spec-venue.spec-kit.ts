import type { FrameFeed, OpenFeed } from "@depthwire/stream";
import { depthText, type WireRow } from "../../../book/src/spec-kit/depth-text.spec-kit.js";

/** One connection to the venue, with numbers of its own: nobody may compare them with another one's. */
interface VenueConnection {
  readonly feed: FrameFeed;
  readonly seqOffset: number;
  readonly channels: Set<string>;
}

type Side = Map<number, number>;

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

const frameOf = (text: string): Uint8Array => new TextEncoder().encode(`0${text}`);

/** A venue whose past is known: at update time 1,000 + version. */
export class SpecVenue {
  readonly #books = new Map<string, SpecBook>();
  readonly #connections = new Set<VenueConnection>();
  readonly #nowMs: () => number;
  readonly #random: () => number;

  constructor(nowMs: () => number, random: () => number) {
    this.#nowMs = nowMs;
    this.#random = random;
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

  #obey(connection: VenueConnection, message: { readonly sub?: string; readonly unsub?: string }): void {
    if (message.sub !== undefined) {
      connection.channels.add(message.sub);
      const pair = message.sub.replace(/_depth$/, "");
      const book = this.#book(pair);
      this.#tell(connection, pair, { asks: rows(book.asks, 1), bids: rows(book.bids, -1) });
    } else if (message.unsub !== undefined) {
      connection.channels.delete(message.unsub);
    } else {
      connection.feed.controlFrame();
    }
  }

  #tell({ feed, seqOffset, channels }: VenueConnection, pair: string, content: object): void {
    if (channels.has(`${pair}_depth`)) {
      const { version } = this.#book(pair);
      feed.push(frameOf(depthText({ pair, seq: version + seqOffset, ut: 1_000 + version, ...content })));
    }
  }
}
