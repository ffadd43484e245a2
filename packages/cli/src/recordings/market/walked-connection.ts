import { DoubtableBook, exactForm, type noBookCounters } from "@depthwire/book/internal";
import { createDepthChannel, type DepthChannel } from "@depthwire/core/internal";
import { isDoubt } from "@depthwire/recording/internal";
import type { MessageReader } from "@depthwire/stream/internal";
import type { MarketTools, TakenDepth } from "./recorded-market.js";

/** A connection as the recording knows it. */
export interface WalkedConnection {
  readonly id: number;
  /** Of protocol B's channels; undefined for protocol A. */
  serviceName: string | undefined;
  reader: MessageReader | undefined;
  readonly books: Map<string, WalkedBook>;
}

/** A book as one connection carries it. */
export interface WalkedBook {
  readonly pair: string;
  readonly connection: WalkedConnection;
  readonly channel: DepthChannel;
  readonly book: DoubtableBook;
  readonly taken: { -readonly [Key in keyof TakenDepth]: TakenDepth[Key] };
  toldStatus: DoubtableBook["status"] | undefined;
}

/** A book that begins on a connection. @param index of its channel among those of the walk */
export function createBook(
  connection: WalkedConnection,
  { text, pair, index }: { readonly text: string; readonly pair: string; readonly index: number },
  { rules, scanner, scales }: MarketTools,
  counters: ReturnType<typeof noBookCounters>,
): WalkedBook {
  const channel = createDepthChannel(pair, scales.get(pair) ?? { priceScale: 0, quantityScale: 0 }, index, text);
  const book = new DoubtableBook(rules, counters, 0, { store: scanner.levels, exact: exactForm });
  const { serviceName } = connection;
  const taken = {
    pair,
    serviceName,
    sink: scanner.sink,
    channel,
    book,
    localUs: 0,
    origin: "message" as TakenDepth["origin"],
  };
  return { pair, connection, channel, book, taken, toldStatus: undefined };
}

/** Whether a book has every message, whatever its feed fears. */
export function isWhole({ book }: WalkedBook): boolean {
  return book.status === "live" || isDoubt(book.reason);
}
