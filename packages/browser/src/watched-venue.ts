import type { Venue } from "@depthwire/client";
import type { BookStream } from "@depthwire/stream";
import type { PageLife } from "./page-life.js";

/**
 * The venue, with a look at the clocks before anything of a book is read: the first turn after a sleep may be the reader's, before any event and any
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
    [Symbol.asyncIterator]: () => {
      const views = stream[Symbol.asyncIterator]();
      return {
        next: () => {
          life.look();
          return views.next();
        },
        return: async () => (await views.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
