import type { CancelTimer, Clock, Logger } from "@depthwire/core";
import type { FeedLevel, MarketFeed, MarketFeedSink } from "../paper/market-feed.js";
import type { MarketSettings } from "./market-options.js";
import type { MarketLevel, MarketRecord } from "./market-record.js";

/** How far a recorded market has been played. */
export interface MarketStatus {
  readonly state: "playing" | "ended" | "failed";
  /** How often it has begun. */
  readonly round: number;
  /** Records played in this round, and all that there are. */
  readonly played: number;
  readonly records: number;
  /** The record's time of the last one played, and of its end, epoch milliseconds. */
  readonly atMs: number;
  readonly toMs: number;
  /** By pair: the number that the recorded venue gave the book's present state; nothing where it gave none. */
  readonly seqs: Readonly<Record<string, number>>;
}

/** Between the last record of a round and the first of the next, in the sandbox's milliseconds. */
export const roundPauseMs = 1000;

/** Records that are played in one turn of the event loop: everybody else has a turn in between. */
const recordsPerTurn = 500;

function feedLevels(levels: readonly MarketLevel[]): FeedLevel[] {
  return levels.map(([price, quantity]) => ({ price, quantity }));
}

/** Plays a recorded market into a sandbox, by the sandbox's clock. */
export class MarketPlayer implements MarketFeed {
  readonly #market: MarketSettings;
  readonly #pairs: ReadonlySet<string>;
  readonly #logger: Logger | undefined;
  readonly #seqs = new Map<string, number>();
  #records: Iterator<MarketRecord> | undefined;
  /** Read and not yet played. */
  #next: MarketRecord | undefined;
  #state: MarketStatus["state"] = "playing";
  #round = 0;
  #played = 0;
  #atMs: number;
  #startedMs = 0;
  #cancel: CancelTimer = () => {};

  /** @param pairs those that are played; records of others are left out */
  constructor(market: MarketSettings, pairs: readonly string[], logger: Logger | undefined) {
    this.#market = market;
    this.#pairs = new Set(pairs);
    this.#logger = logger;
    this.#atMs = market.fromMs;
  }

  /** How far it is. */
  status(): MarketStatus {
    const { records, toMs } = this.#market;
    const seqs = Object.fromEntries(this.#seqs);
    return {
      state: this.#state,
      round: this.#round,
      played: this.#played,
      records,
      atMs: this.#atMs,
      toMs,
      seqs,
    };
  }

  /** {@inheritDoc MarketFeed.start} */
  start(sink: MarketFeedSink, clock: Clock): () => void {
    // A venue that goes on from its directory has the last books of its former run.
    this.#empty(sink);
    this.#begin(sink, clock);
    return () => {
      this.#cancel();
      this.#records?.return?.();
    };
  }

  #begin(sink: MarketFeedSink, clock: Clock): void {
    this.#round += 1;
    this.#played = 0;
    this.#startedMs = clock.monotonicMs();
    this.#records = this.#market.read();
    this.#playDue(sink, clock);
  }

  #playDue(sink: MarketFeedSink, clock: Clock): void {
    for (let count = 0; count < recordsPerTurn; count++) {
      try {
        this.#next ??= this.#read();
      } catch (error) {
        this.#fail(error, sink);
        return;
      }
      if (this.#next === undefined) {
        this.#end(sink, clock);
        return;
      }
      const waitMs = this.#dueMs(this.#next) - clock.monotonicMs();
      if (waitMs > 0) {
        this.#cancel = clock.after(waitMs, () => this.#playDue(sink, clock));
        return;
      }
      this.#play(this.#next, sink);
      this.#next = undefined;
    }
    this.#cancel = clock.after(0, () => this.#playDue(sink, clock));
  }

  #read(): MarketRecord | undefined {
    const next = this.#records?.next();
    return next === undefined || next.done === true ? undefined : next.value;
  }

  /** On the sandbox's monotonic clock. */
  #dueMs({ at }: MarketRecord): number {
    const { fromMs, speed } = this.#market;
    return this.#startedMs + (at - fromMs) / speed;
  }

  #play(record: MarketRecord, sink: MarketFeedSink): void {
    const { kind, pair, at } = record;
    this.#played += 1;
    this.#atMs = at;
    if (!this.#pairs.has(pair)) {
      return;
    }
    if (kind === "deal") {
      const { price, quantity, side } = record;
      sink.trade({ pair, price, quantity, takerDirection: side });
      return;
    }
    const { asks, bids, seq } = record;
    const scope = kind === "snapshot" ? "whole" : "change";
    sink.depth({ pair, scope, asks: feedLevels(asks), bids: feedLevels(bids) });
    if (seq === undefined) {
      this.#seqs.delete(pair);
    } else {
      this.#seqs.set(pair, seq);
    }
  }

  #end(sink: MarketFeedSink, clock: Clock): void {
    const { atEnd } = this.#market;
    if (atEnd !== "hold") {
      this.#empty(sink);
    }
    if (atEnd === "loop") {
      this.#cancel = clock.after(roundPauseMs, () => this.#begin(sink, clock));
      return;
    }
    this.#state = "ended";
    const books = atEnd === "hold" ? "its last books stay" : "its books are empty from now on";
    const text = `The recorded market is over after ${this.#played} records: ${books}`;
    this.#logger?.log("info", "market-ended", { text });
  }

  /** Its records were sound when the sandbox started: somebody has changed the file. */
  #fail(error: unknown, sink: MarketFeedSink): void {
    this.#state = "failed";
    this.#empty(sink);
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The recorded market cannot be read on after ${this.#played} records, and its books are empty: ${reason}`;
    this.#logger?.log("error", "market-failed", { text });
  }

  #empty(sink: MarketFeedSink): void {
    this.#seqs.clear();
    for (const pair of this.#pairs) {
      sink.depth({ pair, scope: "whole", asks: [], bids: [] });
    }
  }
}
