import type { Venue } from "@depthwire/client";
import type { BookStream, TickerStream } from "@depthwire/stream";
import type { PageLife } from "./page-life.js";

/**
 * The venue, with a look at the clocks before anything of a book or a ticker is read: the first turn after a sleep may be the reader's, before any event and any
 * timer told of it.
 */
export function watchedVenue(venue: Venue, life: PageLife): Venue {
  const open = venue.book as (...asked: readonly unknown[]) => object;
  const book = (...asked: readonly unknown[]): object => {
    const stream = open(...asked);
    return "latest" in stream ? watchedBook(stream as BookStream, life) : stream;
  };
  const close = async (): Promise<void> => {
    await venue.close();
    life.stop();
  };
  return Object.defineProperties({} as Venue, {
    ...Object.getOwnPropertyDescriptors(venue),
    book: { value: book, enumerable: true },
    ticker: {
      value: (...asked: Parameters<Venue["ticker"]>) => watchedTicker(venue.ticker(...asked), life),
      enumerable: true,
    },
    views: {
      value: () => {
        life.look();
        return venue.views();
      },
      enumerable: true,
    },
    close: { value: close, enumerable: true },
    [Symbol.asyncDispose]: { value: close, enumerable: true },
  });
}

function watchedBook(stream: BookStream, life: PageLife): BookStream {
  return {
    get latest() {
      life.look();
      return stream.latest;
    },
    read: (levels) => {
      life.look();
      return stream.read(levels);
    },
    verify: (options) => stream.verify(options),
    close: () => stream.close(),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
    [Symbol.asyncIterator]: () => watchedLoop(stream, life),
  };
}

/** A ticker's status follows its connection's a moment behind, in the same turn. */
function watchedTicker(stream: TickerStream, life: PageLife): TickerStream {
  return {
    pair: stream.pair,
    get latest() {
      life.look();
      return stream.latest;
    },
    get status() {
      life.look();
      return stream.status;
    },
    close: () => stream.close(),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
    [Symbol.asyncIterator]: () => watchedLoop(stream, life),
  };
}

function watchedLoop<View>(stream: AsyncIterable<View>, life: PageLife): AsyncIterator<View> {
  const views = stream[Symbol.asyncIterator]();
  return {
    next: () => {
      life.look();
      return views.next();
    },
    return: async () => (await views.return?.()) ?? { done: true, value: undefined },
  };
}
