import { bookReasons } from "@depthwire/book";
import type { BookStream, Engine } from "@depthwire/stream";
import type { NamedChannel } from "../venue/known-channel.js";

/** What is told while channels are followed. */
export interface ChannelWatch {
  /** How a channel stands, when it is not well, and when it is well again. */
  note(words: string): void;
  /** Awaited at each item: whoever hands it out waits too where it can. */
  onItem(): Promise<void>;
  /** A channel of this pair has come: a state of its book, or an item. Called again and again. */
  readonly came?: (pair: string) => void;
}

/**
 * Subscribes to public channels and keeps looking at them.
 *
 * @returns settles when all of them have ended
 * @throws ValidationError, TransportError of the engine
 */
export async function followChannels(
  engine: Pick<Engine, "book" | "deals" | "klines" | "tagPriceKlines" | "ticker">,
  channels: readonly NamedChannel[],
  watch: ChannelWatch,
): Promise<void> {
  // All are subscribed to before the first is waited for.
  const loops = channels.filter(({ kind }) => kind !== "private").map((channel) => follow(engine, channel, watch));
  await Promise.all(loops.map((loop) => loop()));
}

function follow(
  engine: Pick<Engine, "book" | "deals" | "klines" | "tagPriceKlines" | "ticker">,
  { kind, pair, period, short }: NamedChannel,
  watch: ChannelWatch,
): () => Promise<void> {
  switch (kind) {
    case "depth":
      return bookLoop(engine.book(pair, { levels: 1 }), { pair, short }, watch);
    case "ticker":
      return tickerLoop(engine.ticker(pair), pair, watch);
    case "deals":
      return itemLoop(engine.deals(pair), { pair, short }, watch);
    case "tag-price-kline":
      return itemLoop(engine.tagPriceKlines(pair), { pair, short }, watch);
    default:
      return itemLoop(engine.klines(pair, period), { pair, short }, watch);
  }
}

/** What is said of a channel. */
type ChannelName = Pick<NamedChannel, "pair" | "short">;

function bookLoop(book: BookStream, { pair, short }: ChannelName, watch: ChannelWatch): () => Promise<void> {
  return async () => {
    let told: string | undefined;
    for await (const { status, reason, epoch } of book) {
      await watch.onItem();
      if (epoch > 0) {
        watch.came?.(pair);
      }
      const words =
        reason === undefined || reason === "closed" || status === "syncing"
          ? undefined
          : `${short} is ${status}: ${bookReasons[reason]}`;
      if (words !== told) {
        watch.note(words ?? `${short} is ${status} again`);
        told = words;
      }
    }
  };
}

function tickerLoop(ticker: AsyncIterable<unknown>, pair: string, watch: ChannelWatch): () => Promise<void> {
  return async () => {
    for await (const _view of ticker) {
      await watch.onItem();
      watch.came?.(pair);
    }
  };
}

function itemLoop(
  items: AsyncIterable<{ readonly kind: string; readonly status?: string; readonly venueCode?: number }>,
  { pair, short }: ChannelName,
  watch: ChannelWatch,
): () => Promise<void> {
  return async () => {
    let isWell = true;
    for await (const { kind, status, venueCode } of items) {
      await watch.onItem();
      if (kind !== "status" || status === "live") {
        watch.came?.(pair);
      }
      if (kind !== "status") {
        continue;
      }
      if (status === "refused") {
        watch.note(`${short}: the venue refuses it (${venueCode ?? "no code"}); it is asked again from time to time`);
      } else if (status === "disconnected" && isWell) {
        watch.note(`${short} is disconnected: the next connection is scheduled`);
      } else if (status === "live" && !isWell) {
        watch.note(`${short} is live again`);
      }
      isWell = status === "live" || (isWell && status !== "refused" && status !== "disconnected");
    }
  };
}
