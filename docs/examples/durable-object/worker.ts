/**
 * Keeps the book of each pair that is asked for, in a Durable Object of its own. README.md beside it says how it is run, and what
 * it answers.
 */
import { type BookView, connect, type Venue } from "@depthwire/browser";

/** What config.capnp, or wrangler's configuration, gives the worker. */
interface Environment {
  /** Address of the venue's push service. */
  readonly PUSH_URL: string;
  readonly BOOKS: { idFromName(name: string): object; get(id: object): { fetch(request: Request): Promise<Response> } };
}

/** How long a request waits for a book that has just been asked for. */
const patienceMs = 10_000;

/** `GET /book/4BTC_USDT`: each pair has an object of its own, somewhere, and only one. */
export default {
  fetch(request: Request, { BOOKS }: Environment): Promise<Response> | Response {
    const pair = pairOf(request);
    return pair === undefined ? refused() : BOOKS.get(BOOKS.idFromName(pair)).fetch(request);
  },
};

/** Keeps one pair's book. A connection belongs to the object and not to a request, so that the book goes on from one to the next. */
export class BookKeeper {
  readonly #venue: Venue;
  #book: { readonly latest: BookView } | undefined;

  constructor(_state: unknown, { PUSH_URL }: Environment) {
    this.#venue = connect({ addresses: [PUSH_URL], shards: 0 });
  }

  async fetch(request: Request): Promise<Response> {
    const pair = pairOf(request);
    if (pair === undefined) {
      return refused();
    }
    if (this.#book === undefined) {
      // This one is never left: it keeps the subscription while the object lives.
      this.#book = this.#venue.book(pair);
      await firstLive(this.#venue, pair);
    }
    return Response.json(this.#answer(this.#book.latest));
  }

  /** The status travels with the levels: what is not live says so, and why. */
  #answer({ pair, status, reason, epoch, seq, asks, bids }: BookView): object {
    return { pair, status, reason, epoch, seq, asks: asks.levels().slice(0, 10), bids: bids.levels().slice(0, 10) };
  }
}

/** Resolves when the book is live, or when it was waited for long enough. */
async function firstLive(venue: Venue, pair: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    for await (const { status } of venue.book(pair, { signal })) {
      if (status === "live") {
        return;
      }
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

function pairOf(request: Request): string | undefined {
  return /^\/book\/(\w{3,32})$/.exec(new URL(request.url).pathname)?.[1];
}

function refused(): Response {
  return Response.json({ error: "GET /book/PAIR, such as /book/4BTC_USDT" }, { status: 404 });
}
