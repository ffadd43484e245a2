import { setTimeout as delay } from "node:timers/promises";
import type { BookView, BookViewSide } from "@depthwire/book";
import { createRateMeter } from "@depthwire/cli/internal";
import { formatScaled } from "@depthwire/core/internal";
import type { BookStream } from "@depthwire/stream";
import type { BookRow } from "./live-state.js";
import type { ComparisonTally } from "./tally.js";
import type { ReadTruth } from "./truth.js";

/** How far back the rate of a book looks. */
const rateWindowMs = 2000;

/**
 * Views are taken no faster than a person can see them; the engine conflates what comes in between.
 * Each costs a question to the sandbox, which shares its processor with everything that is measured here.
 */
const viewEveryMs = 500;

/** One book that is followed: every view that its loop is handed is compared when it is live. */
export class FollowedBook {
  readonly pair: string;
  readonly #stream: BookStream;
  readonly #rate = createRateMeter(rateWindowMs);
  readonly #stopped = new AbortController();
  #view: BookView;
  #steps = 0;

  constructor(pair: string, stream: BookStream) {
    this.pair = pair;
    this.#stream = stream;
    this.#view = stream.latest;
  }

  /** The view that came last. */
  get view(): BookView {
    return this.#view;
  }

  /** Takes views and compares them, until the stream is closed. */
  async follow(readTruth: ReadTruth, tally: ComparisonTally, onView: () => void): Promise<void> {
    for await (const view of this.#stream) {
      const nextView = delay(viewEveryMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
      this.#take(view);
      onView();
      if (view.status === "live") {
        tally.add(view, await readTruth(view.pair, view.seq));
      }
      await nextView;
    }
  }

  /** Ends {@link FollowedBook.follow} after the comparison that is under way. */
  stop(): void {
    this.#stream.close();
    this.#stopped.abort();
  }

  /** The book as a person reads it. */
  row(nowMs: number): BookRow {
    const { status, reason, bids, asks, priceScale, epoch, seq, receivedAtMs, updatedAtMs } = this.#view;
    const hasState = epoch > 0;
    return {
      pair: this.pair,
      status,
      reason,
      bid: bestPrice(bids, priceScale),
      ask: bestPrice(asks, priceScale),
      spread: spreadOf(asks, bids, priceScale),
      seq: hasState ? seq : undefined,
      updatesPerSecond: this.#rate.perSecond(this.#steps, nowMs),
      lagMs: hasState ? Math.max(0, receivedAtMs - updatedAtMs) : undefined,
    };
  }

  /** The venue counts messages in `seq`, also those of views that were conflated away. */
  #take(view: BookView): void {
    const step = view.epoch === this.#view.epoch ? view.seq - this.#view.seq : 1;
    this.#steps += Math.max(0, step);
    this.#view = view;
  }
}

/** With all decimals of the pair, so that columns of prices can be read. */
function bestPrice(side: BookViewSide, priceScale: number): string | undefined {
  return side.length > 0 ? formatScaled(side.scaledPrice(0), priceScale) : undefined;
}

function spreadOf(asks: BookViewSide, bids: BookViewSide, priceScale: number): string | undefined {
  if (asks.length === 0 || bids.length === 0) {
    return undefined;
  }
  return formatScaled(asks.scaledPrice(0) - bids.scaledPrice(0), priceScale);
}
