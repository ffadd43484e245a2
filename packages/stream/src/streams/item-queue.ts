import type { ChannelStatusItem } from "../shard/channel-item.js";
import type { StreamGap } from "./stream-item.js";

/** What a queue bounds: things that came in at a time. Gaps and statuses between them never pile up. */
export interface StreamContent {
  readonly kind: string;
  readonly receivedAtMs: number;
}

/** What stands in a queue. */
export type QueuedItem<Content extends StreamContent> = Content | StreamGap | ChannelStatusItem;

/**
 * Makes one of the last content that waits and the next: undefined where both are wanted. It must lose nothing that a reader
 * would miss.
 */
export type MergeContent<Content> = (waiting: Content, next: Content) => Content | undefined;

/** How a queue is bounded. */
export interface ItemQueueOptions<Content> {
  /** Most contents that wait. */
  readonly limit: number;
  readonly merge?: MergeContent<Content> | undefined;
}

/** Items that wait for a slow reader. Beyond its bound the oldest contents are dropped, and one counted gap in their place says so. */
export class ItemQueue<Content extends StreamContent> {
  readonly #options: ItemQueueOptions<Content>;
  #items: QueuedItem<Content>[] = [];
  #at = 0;
  #contents = 0;
  /** Stands before all items: what was dropped, and the status that was the latest then. */
  #gap: StreamGap | undefined;
  #status: ChannelStatusItem | undefined;

  constructor(options: ItemQueueOptions<Content>) {
    this.#options = options;
  }

  /** How many contents wait. */
  get length(): number {
    return this.#contents;
  }

  /** Adds an item. Returns how many contents were dropped for it. */
  push(item: QueuedItem<Content>): number {
    if (!isContent(item)) {
      this.#pushMark(item);
      return 0;
    }
    const last = this.#at < this.#items.length ? this.#items.at(-1) : undefined;
    const merged = last !== undefined && isContent(last) ? this.#options.merge?.(last, item) : undefined;
    if (merged !== undefined) {
      this.#items[this.#items.length - 1] = merged;
      return 0;
    }
    this.#items.push(item);
    this.#contents++;
    if (this.#contents <= this.#options.limit) {
      return 0;
    }
    this.#dropOldest();
    return 1;
  }

  /** Takes the oldest item out. */
  take(): QueuedItem<Content> | undefined {
    if (this.#gap !== undefined) {
      const gap = this.#gap;
      this.#gap = undefined;
      return gap;
    }
    if (this.#status !== undefined) {
      const status = this.#status;
      this.#status = undefined;
      return status;
    }
    const item = this.#shift();
    if (item !== undefined && isContent(item)) {
      this.#contents--;
    }
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#at = 0;
    this.#contents = 0;
    this.#gap = undefined;
    this.#status = undefined;
  }

  #shift(): QueuedItem<Content> | undefined {
    const item = this.#items[this.#at];
    if (item !== undefined) {
      this.#at++;
      // Moving what is left only when it is at most half keeps the cost of one item constant.
      if (this.#at * 2 >= this.#items.length) {
        this.#items = this.#items.slice(this.#at);
        this.#at = 0;
      }
    }
    return item;
  }

  /** Behind the last content stand at most one gap and one status, the gap first. */
  #pushMark(mark: StreamGap | ChannelStatusItem): void {
    const tail: (StreamGap | ChannelStatusItem)[] = [];
    for (
      let last = this.#items.at(-1);
      last !== undefined && this.#items.length > this.#at;
      last = this.#items.at(-1)
    ) {
      if (isContent(last)) {
        break;
      }
      this.#items.pop();
      tail.unshift(last);
    }
    let gap: StreamGap | undefined;
    let status: ChannelStatusItem | undefined;
    for (const item of [...tail, mark]) {
      if (item.kind === "gap") {
        gap = gap === undefined ? item : joinGaps(gap, item);
      } else {
        status = item;
      }
    }
    this.#items.push(...(gap === undefined ? [] : [gap]), ...(status === undefined ? [] : [status]));
  }

  #dropOldest(): void {
    for (let item = this.#shift(); item !== undefined; item = this.#shift()) {
      if (isContent(item)) {
        this.#contents--;
        this.#drop(overflowAt(item.receivedAtMs));
        return;
      }
      if (item.kind === "gap") {
        this.#drop(item);
      } else {
        this.#status = item;
      }
    }
  }

  #drop(gap: StreamGap): void {
    this.#gap = this.#gap === undefined ? gap : joinGaps(this.#gap, gap);
  }
}

function isContent<Content extends StreamContent>(item: QueuedItem<Content>): item is Content {
  return item.kind !== "gap" && item.kind !== "status";
}

/** Something that came at `atMs` was dropped. */
function overflowAt(atMs: number): StreamGap {
  return { kind: "gap", fromMs: atMs, toMs: atMs, reason: "overflow", dropped: 1, missing: "something" };
}

const missingRanks: readonly StreamGap["missing"][] = ["nothing", "unknown", "something"];

/** One gap that says what two say. */
export function joinGaps(first: StreamGap, second: StreamGap): StreamGap {
  const rank = Math.max(missingRanks.indexOf(first.missing), missingRanks.indexOf(second.missing));
  const candles = joinCandles(first.candles, second.candles);
  return {
    kind: "gap",
    fromMs: Math.min(first.fromMs, second.fromMs),
    toMs: Math.max(first.toMs, second.toMs),
    reason: first.reason === "overflow" ? "overflow" : second.reason,
    dropped: first.dropped + second.dropped,
    missing: missingRanks[rank] ?? "unknown",
    ...(candles === undefined ? {} : { candles }),
  };
}

type CandleSpan = NonNullable<StreamGap["candles"]>;

function joinCandles(first: CandleSpan | undefined, second: CandleSpan | undefined): CandleSpan | undefined {
  if (first === undefined || second === undefined) {
    return first ?? second;
  }
  return {
    afterMs: Math.min(first.afterMs, second.afterMs),
    beforeMs: Math.max(first.beforeMs, second.beforeMs),
  };
}
