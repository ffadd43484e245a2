import type { BookViewSide } from "@depthwire/book";
import { connect } from "@depthwire/node";
import { WebSocket } from "ws";
import type { TextBook, TextLevel } from "../corpus/market.js";
import { type JsonDepthMessage, type JsonRow, textOfFrame } from "./json-message.js";

/** A client of a venue over a real socket. */
export interface LiveClient {
  /** A pair's book as text. */
  book(pair: string): TextBook;
  close(): Promise<void>;
}

/** Follows pairs, and tells the `seq` of each state of a book that its user gets. */
export type FollowLive = (
  address: string,
  pairs: readonly string[],
  onBook: (pair: string, seq: number) => void,
) => LiveClient;

/** Nothing is quiet for real here: the sender answers no ping. */
const heartbeat = { pingAfterQuietMs: 3_600_000 } as const;

/** This project's engine: what its user gets is the view in `for await`. */
export function followWithEngine(shards: number): FollowLive {
  return (address, pairs, onBook) => {
    const venue = connect({ addresses: [address], shards, heartbeat });
    const books = new Map(pairs.map((pair) => [pair, venue.book(pair)]));
    const loops = pairs.map(async (pair) => {
      for await (const view of venue.book(pair)) {
        if (view.status === "live") {
          onBook(pair, view.seq ?? 0);
        }
      }
    });
    return {
      book(pair) {
        const view = books.get(pair)?.latest;
        return { asks: toText(view?.asks), bids: toText(view?.bids) };
      },
      close: async () => {
        await venue.close();
        await Promise.allSettled(loops);
      },
    };
  };
}

function toText(side: BookViewSide | undefined): TextLevel[] {
  return (side?.levels() ?? []).map(({ price, quantity }): TextLevel => [price, quantity]);
}

/** Price text → quantity text. */
interface MapBook {
  readonly asks: Map<string, string>;
  readonly bids: Map<string, string>;
}

/** The client that anybody writes first: `ws`, `inflateSync`, `JSON.parse`, a Map a side, and a call when it is changed. */
export const followPlainly: FollowLive = (address, pairs, onBook) => {
  const books = new Map<string, MapBook>();
  const socket = new WebSocket(address);
  socket.on("open", () => {
    for (const pair of pairs) {
      socket.send(JSON.stringify({ sub: `${pair}_depth` }));
    }
  });
  socket.on("message", (frame: Buffer) => {
    const { t, d } = JSON.parse(textOfFrame(frame)) as JsonDepthMessage;
    let book = books.get(d.pair);
    if (book === undefined || t === 0) {
      book = { asks: new Map(), bids: new Map() };
      books.set(d.pair, book);
    }
    setAll(book.asks, d.asks ?? d.add?.asks);
    setAll(book.bids, d.bids ?? d.add?.bids);
    for (const [, price] of d.del?.asks ?? []) {
      book.asks.delete(price);
    }
    for (const [, price] of d.del?.bids ?? []) {
      book.bids.delete(price);
    }
    onBook(d.pair, d.seq);
  });
  return {
    book(pair) {
      const { asks, bids } = books.get(pair) ?? { asks: new Map<string, string>(), bids: new Map<string, string>() };
      return {
        asks: [...asks].sort(([left], [right]) => Number(left) - Number(right)),
        bids: [...bids].sort(([left], [right]) => Number(right) - Number(left)),
      };
    },
    close: async () => socket.terminate(),
  };
};

function setAll(levels: Map<string, string>, rows: readonly JsonRow[] | null | undefined): void {
  for (const [quantity, price] of rows ?? []) {
    levels.set(price, quantity);
  }
}

/** Every client whose latency is measured, by its name in reports. */
export const liveClients: Readonly<Record<string, FollowLive>> = {
  ours: followWithEngine(0),
  "two shards": followWithEngine(2),
  plain: followPlainly,
};
