import type { StreamGap } from "@depthwire/account";
import { joinGaps } from "@depthwire/account/internal";
import type { PushedKline } from "@depthwire/core/internal";
import type { ChannelEventItem, ChannelItem, ChannelStatusItem, QueuePolicy } from "../shard/channel/channel-item.js";
import { type Board, channelQueue, initialStatus } from "./board.js";
import type { KlineAnswer, KlineHistory, KlineHole } from "./kline-history.js";
import { KlineSeries } from "./kline-series.js";
import type { QueuedStream } from "./queued-stream.js";
import type { KlineItem, KlineUpdate } from "./stream-item.js";

/** One stream of candles and where it begins. */
export interface KlineReader {
  readonly stream: QueuedStream<KlineUpdate>;
  /** Number of candles before the newest to deliver first. */
  readonly history: number;
}

/** What a {@link KlineBoard} is made of. */
export interface KlineBoardParts {
  /** How long a candle lasts, milliseconds. */
  readonly periodMs: number;
  readonly history: KlineHistory;
  /** Called when items may be taken again. */
  readonly onIdle: () => void;
}

/**
 * The candles of one channel, joined with those that the venue answers: candles that pushes leave out are asked for before
 * anything later is delivered. Two lists join where they share a candle; a single one on an unbroken connection also where it follows the
 * newest by one period. Whether the venue makes candles of periods without trades is not documented, so no candle is missed
 * for the time alone.
 *
 * @spec document 1, Events, Protocol A, Row layouts; field note 14
 */
export class KlineBoard implements Board<KlineReader> {
  readonly policy: QueuePolicy = channelQueue;
  readonly #parts: KlineBoardParts;
  readonly #series = new KlineSeries();
  readonly #told = new Set<KlineReader>();
  /** Those that do not have their history yet. */
  readonly #waiting = new Set<KlineReader>();
  #status: ChannelStatusItem = initialStatus;
  /** An interruption of which the next candles will tell what it hid. */
  #gap: StreamGap | undefined;
  #receivedAtMs = 0;
  #isMending = false;
  #isReachingBack = false;
  /** Whether the venue has no candles before the oldest. */
  #hasAll = false;
  #isClosed = false;

  constructor(parts: KlineBoardParts) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#isMending;
  }

  receive(item: ChannelItem): void {
    switch (item.kind) {
      case "status":
        this.#status = item;
        this.#tell(item);
        for (const { stream } of this.#waiting) {
          stream.push(item);
        }
        break;
      case "gap":
        this.#gap = this.#gap === undefined ? item : joinGaps(this.#gap, item);
        break;
      case "event":
        this.#receiveEvent(item);
        break;
    }
  }

  join(reader: KlineReader): void {
    this.#waiting.add(reader);
    reader.stream.push(this.#status);
    this.#serve();
  }

  leave(reader: KlineReader): void {
    this.#waiting.delete(reader);
    this.#told.delete(reader);
  }

  close(): void {
    this.#isClosed = true;
    this.#parts.history.close();
    this.#told.clear();
    this.#waiting.clear();
  }

  #receiveEvent({ event, receivedAtMs }: ChannelEventItem): void {
    const klines = event.kind === "klines" ? event.klines.toSorted(byTime) : [];
    const first = klines[0];
    if (first === undefined) {
      return;
    }
    const { newest, oldest } = this.#series;
    if (newest !== undefined && oldest !== undefined) {
      // A message of several candles begins with one that was told before, so a later one says that messages are missing.
      const isNext = klines.length === 1 && this.#gap === undefined;
      if (first.openedAtMs > newest.openedAtMs + (isNext ? this.#parts.periodMs : 0)) {
        void this.#mend(newest, klines, receivedAtMs);
        return;
      }
      this.#series.prepend(klines.filter(({ openedAtMs }) => openedAtMs < oldest.openedAtMs));
    }
    this.#tellGap({ missing: "nothing" });
    this.#take(klines, "push", receivedAtMs);
    this.#serve();
  }

  /** Candles are missing between the newest and what came: they are asked for. Nothing else is taken until that is over. */
  async #mend(newest: PushedKline, klines: readonly PushedKline[], receivedAtMs: number): Promise<void> {
    this.#isMending = true;
    const first = klines[0] as PushedKline;
    const last = klines.at(-1) as PushedKline;
    const hole = { fromMs: newest.openedAtMs, beforeMs: first.openedAtMs, newestMs: last.openedAtMs };
    const answer = await this.#parts.history.ask(hole);
    if (this.#isClosed) {
      return;
    }
    this.#receivedAtMs = receivedAtMs;
    if (answer?.reachesBack === true) {
      this.#tellGap({ missing: "nothing" });
    } else {
      this.#restart(hole, answer);
    }
    this.#take(answer?.klines ?? [], "history", receivedAtMs);
    this.#take(klines, "push", receivedAtMs);
    this.#isMending = false;
    this.#serve();
    this.#parts.onIdle();
  }

  /** The hole stays. What follows does not continue what was told. */
  #restart({ fromMs, beforeMs }: KlineHole, answer: KlineAnswer | undefined): void {
    const atMs = this.#receivedAtMs;
    const unexplained: StreamGap = {
      kind: "gap",
      fromMs: atMs,
      toMs: atMs,
      reason: "hole",
      dropped: 0,
      missing: "unknown",
    };
    this.#gap ??= unexplained;
    const candles = { afterMs: fromMs, beforeMs: answer?.klines[0]?.openedAtMs ?? beforeMs };
    this.#tellGap({ missing: "unknown", candles });
    this.#series.clear();
    this.#hasAll = false;
  }

  /** Gives those who wait their history, and asks for what of it is not here. */
  #serve(): void {
    const { oldest, length } = this.#series;
    if (oldest === undefined || this.#isMending) {
      return;
    }
    let wanted = 0;
    for (const reader of this.#waiting) {
      if (length > reader.history || this.#hasAll || !this.#parts.history.isAvailable) {
        this.#begin(reader);
      } else {
        wanted = Math.max(wanted, reader.history + 1);
      }
    }
    if (wanted > 0 && !this.#isReachingBack) {
      void this.#reachBack(oldest, wanted - length);
    }
  }

  /** Asks for `count` candles before the oldest. Meanwhile streams that have their history get what comes. */
  async #reachBack(oldest: PushedKline, count: number): Promise<void> {
    this.#isReachingBack = true;
    const { periodMs, history } = this.#parts;
    const beforeMs = oldest.openedAtMs;
    const newestMs = this.#series.newest?.openedAtMs ?? beforeMs;
    const asking = [...this.#waiting];
    const hole = { fromMs: beforeMs - count * periodMs, beforeMs, newestMs };
    const answer = await history.ask(hole);
    this.#isReachingBack = false;
    if (this.#isClosed) {
      return;
    }
    if (answer !== undefined && this.#series.oldest?.openedAtMs === beforeMs) {
      this.#series.prepend(answer.klines);
      this.#hasAll = answer.isAll;
    }
    for (const reader of asking) {
      if (this.#waiting.has(reader) && !this.#isMending) {
        if (answer === undefined) {
          reader.stream.push(this.#historyGap(hole.fromMs - periodMs));
        }
        this.#begin(reader);
      }
    }
    this.#serve();
  }

  #historyGap(afterMs: number): StreamGap {
    const atMs = this.#receivedAtMs;
    const candles = { afterMs, beforeMs: this.#series.oldest?.openedAtMs ?? afterMs };
    return {
      kind: "gap",
      fromMs: atMs,
      toMs: atMs,
      reason: "history-unavailable",
      dropped: 0,
      missing: "unknown",
      candles,
    };
  }

  #begin(reader: KlineReader): void {
    this.#waiting.delete(reader);
    this.#told.add(reader);
    for (const kline of this.#series.last(reader.history + 1)) {
      reader.stream.push({ kind: "kline", change: "new", origin: "history", kline, receivedAtMs: this.#receivedAtMs });
    }
  }

  #take(klines: readonly PushedKline[], origin: KlineUpdate["origin"], receivedAtMs: number): void {
    this.#receivedAtMs = receivedAtMs;
    for (const kline of klines) {
      const change = this.#series.put(kline);
      if (change === "new" || change === "update" || change === "correction") {
        this.#tell({ kind: "kline", change, origin, kline, receivedAtMs });
      }
    }
  }

  #tellGap(outcome: Pick<StreamGap, "missing" | "candles">): void {
    const gap = this.#gap;
    this.#gap = undefined;
    if (gap !== undefined) {
      this.#tell({ ...gap, ...outcome });
    }
  }

  #tell(item: KlineItem): void {
    for (const { stream } of this.#told) {
      stream.push(item);
    }
  }
}

function byTime(one: PushedKline, other: PushedKline): number {
  return one.openedAtMs - other.openedAtMs;
}

/** Two items for one candle become the later one; if the candle was new, it stays new. */
export function mergeKlines(waiting: KlineUpdate, next: KlineUpdate): KlineUpdate | undefined {
  const isSame = waiting.kline.openedAtMs === next.kline.openedAtMs;
  return isSame ? { ...next, change: waiting.change } : undefined;
}
