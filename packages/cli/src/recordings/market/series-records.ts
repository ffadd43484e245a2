import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type RecordingEntry, SegmentReader } from "@depthwire/recording/internal";
import type { sandboxTypes } from "@depthwire/sandbox";
import type { ChannelKind } from "@depthwire/schema";
import type { PlannedSegment, PlannedSeries } from "./plan-recording.js";
import {
  type BookMark,
  createMarketTools,
  type HeardEvent,
  type MarketListener,
  type TakenDepth,
} from "./recorded-market.js";
import { SegmentWalk } from "./segment-walk.js";
import { ShownBook } from "./shown-book.js";

type MarketRecord = sandboxTypes.MarketRecord;

/** What stands in front of everything that happened in a segment: it tells of the state that the segment before led to. A doubt that is new is told with the next entry. */
const preamble: ReadonlySet<RecordingEntry["kind"]> = new Set(["header", "connection", "doubted", "checkpoint"]);

/** Makes records of what a walk through a series tells. */
class RecordMaker implements MarketListener {
  readonly kinds: ReadonlySet<ChannelKind> = new Set(["depth", "deals"]);
  /** Made and not yet handed out. */
  made: MarketRecord[] = [];
  readonly #books = new Map<string, ShownBook>();
  readonly #live = new Set<string>();
  #isPreamble = false;
  #lastAt = 0;

  depth({ pair, book, origin, localUs }: TakenDepth): void {
    const shown = this.#bookOf(pair);
    // What is crossed or does not fit is taken too, and the book is not live from then on.
    if (book.status === "live" && !(origin === "known" && shown.isShown)) {
      this.made.push(shown.follow(book, this.#at(localUs)));
    }
  }

  event({ event, localUs }: HeardEvent): void {
    if (event.kind !== "deals" || event.dataKind === "full") {
      return;
    }
    // The venue tells the newest first.
    for (const { price, quantity, side } of event.deals.toReversed()) {
      if (side === "buy" || side === "sell") {
        this.made.push({ kind: "deal", at: this.#at(localUs), pair: event.pair, price, quantity, side });
      }
    }
  }

  mark({ pair, status, localUs }: BookMark): void {
    if (status === "live") {
      this.#live.add(pair);
      return;
    }
    this.#live.delete(pair);
    if (!this.#isPreamble) {
      this.#lose(pair, localUs);
    }
  }

  /** A segment begins. Whoever was live in the one before is about to say so again. */
  beginSegment({ follows, originUs }: PlannedSegment): void {
    this.#live.clear();
    this.#isPreamble = true;
    if (follows === "nothing") {
      this.#loseOthers(originUs);
    }
  }

  /** Its entries begin that happened: a book that nobody vouched for is lost. */
  endPreamble({ originUs }: PlannedSegment): void {
    if (this.#isPreamble) {
      this.#isPreamble = false;
      this.#loseOthers(originUs);
    }
  }

  #loseOthers(localUs: number): void {
    for (const pair of this.#books.keys()) {
      if (!this.#live.has(pair)) {
        this.#lose(pair, localUs);
      }
    }
  }

  #lose(pair: string, localUs: number): void {
    const lost = this.#bookOf(pair).lose(this.#at(localUs));
    if (lost !== undefined) {
      this.made.push(lost);
    }
  }

  /** Whole milliseconds that never step back: between two runs the clock may. */
  #at(localUs: number): number {
    this.#lastAt = Math.max(this.#lastAt, Math.floor(localUs / 1_000));
    return this.#lastAt;
  }

  #bookOf(pair: string): ShownBook {
    const known = this.#books.get(pair);
    if (known !== undefined) {
      return known;
    }
    const made = new ShownBook(pair);
    this.#books.set(pair, made);
    return made;
  }
}

/**
 * What a series of segments says of the market, decoded by the engine's own code. One segment is in memory at a time. Where the recording does not
 * know a book (a lost connection, a gap, nobody recorded), a snapshot without levels says so.
 *
 * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated`; Error of the file system
 */
export function* seriesRecords({ segments, damage }: PlannedSeries): Generator<MarketRecord, void, undefined> {
  const tools = createMarketTools();
  const maker = new RecordMaker();
  for (const segment of segments) {
    const { directory, name, bytes } = segment;
    const reader = new SegmentReader(readFileSync(join(directory, name)).subarray(0, bytes), name, crc32);
    const walk = new SegmentWalk(segment, tools, maker);
    maker.beginSegment(segment);
    try {
      for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
        if (!preamble.has(entry.kind)) {
          maker.endPreamble(segment);
        }
        walk.take(entry);
        if (maker.made.length > 0) {
          const { made } = maker;
          maker.made = [];
          yield* made;
        }
      }
    } finally {
      walk.end();
    }
  }
  if (damage !== undefined) {
    throw damage;
  }
}
