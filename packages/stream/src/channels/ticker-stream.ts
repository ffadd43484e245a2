import { type GiveUp, type LoopWatch, watchLoop } from "@depthwire/account/internal";
import type { Pair } from "@depthwire/schema";
import { LatestValue } from "../engine/latest-value.js";
import type { ChannelStatus } from "../shard/channel/channel-item.js";
import type { TickerReader, TickerView } from "./ticker-board.js";

/**
 * The ticker of one pair, newest wins: a loop that is slow skips states, it never lags behind them. Leaving a `for await` loop
 * closes the stream quietly; aborting its signal closes it too, and the loop throws `aborted`.
 */
export interface TickerStream extends AsyncIterable<TickerView> {
  readonly pair: Pair;
  /** The newest view. */
  readonly latest: TickerView;
  readonly status: ChannelStatus;
  /** Ends the loops over this stream, and the subscription when nobody else reads the channel. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a {@link ConflatedTicker} is made of. */
export interface ConflatedTickerParts {
  readonly first: TickerView;
  readonly giveUp: GiveUp | undefined;
  /** Hears of each view that a loop gets. */
  readonly loops: LoopWatch | undefined;
  readonly delivered: (view: TickerView) => void;
  /** Called once. */
  readonly closed: (stream: ConflatedTicker) => void;
}

/** One reader of a ticker. */
export class ConflatedTicker implements TickerStream, TickerReader {
  readonly #parts: ConflatedTickerParts;
  readonly #views: LatestValue<TickerView>;
  #isClosed = false;
  readonly #unfollow: (() => void) | undefined;

  constructor(parts: ConflatedTickerParts) {
    this.#parts = parts;
    this.#views = new LatestValue(parts.first, { wanted: () => {}, abandoned: () => this.close() });
    this.#unfollow = parts.giveUp?.follow((error) => this.#close((last) => this.#views.fail(error, last)));
  }

  get pair(): Pair {
    return this.latest.pair;
  }

  get latest(): TickerView {
    return this.#views.value;
  }

  get status(): ChannelStatus {
    return this.latest.status;
  }

  show(view: TickerView): void {
    this.#views.set(view);
  }

  close(): void {
    this.#close((last) => this.#views.finish(last));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<TickerView, undefined, undefined> {
    const views = this.#views.iterate();
    const told: AsyncIterator<TickerView, undefined, undefined> = {
      next: async () => {
        const result = await views.next();
        if (result.done !== true) {
          this.#parts.delivered(result.value);
        }
        return result;
      },
      return: async () => (await views.return?.()) ?? { done: true, value: undefined },
    };
    return watchLoop(told, this.#parts.loops, `ticker ${this.pair}`);
  }

  #close(end: (last: TickerView) => void): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#unfollow?.();
    end({ ...this.latest, status: "disconnected" });
    this.#parts.closed(this);
  }
}
