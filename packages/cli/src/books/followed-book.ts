import type { BookView } from "@depthwire/book";
import type { BookStream } from "@depthwire/stream";
import { createRateMeter } from "../screen/rate.js";
import { type BookFacts, factsOf } from "./book-facts.js";

/** How far back the rate of states looks, in milliseconds. */
const rateWindowMs = 3_000;
/** Between two points of the spark line, in milliseconds. */
const midEveryMs = 500;
/** More points than any terminal has columns. */
const maxMids = 400;

/** One book that is looked at from time to time. */
export class FollowedBook {
  readonly #stream: Pick<BookStream, "latest">;
  readonly #rate = createRateMeter(rateWindowMs);
  readonly #mids: number[] = [];
  #midAtMs = Number.NEGATIVE_INFINITY;
  #former: BookView | undefined;
  #states = 0;

  constructor(stream: Pick<BookStream, "latest">) {
    this.#stream = stream;
  }

  /** The newest state. */
  get view(): BookView {
    return this.#stream.latest;
  }

  /** The book now. @param atMs of a clock that does not jump */
  facts(levels: number, atMs: number): BookFacts {
    const view = this.#stream.latest;
    this.#countStates(view);
    this.#noteMid(view, atMs);
    return factsOf(view, levels, { perSecond: this.#rate.perSecond(this.#states, atMs), mids: this.#mids });
  }

  /** The venue counts messages in `seq`, those too whose states nobody looked at. */
  #countStates(view: BookView): void {
    const former = this.#former;
    const step = former?.epoch === view.epoch ? view.seq - former.seq : 1;
    this.#states += former === undefined ? 0 : Math.max(0, step);
    this.#former = view;
  }

  /** While a book is not live, its line stands still. */
  #noteMid(view: BookView, atMs: number): void {
    const mid = view.status === "live" ? view.mid?.toNumber() : undefined;
    if (mid === undefined || atMs - this.#midAtMs < midEveryMs) {
      return;
    }
    this.#midAtMs = atMs;
    this.#mids.push(mid);
    this.#mids.splice(0, this.#mids.length - maxMids);
  }
}
