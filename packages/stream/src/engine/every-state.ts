import type { StreamGap } from "@depthwire/account";
import { BookView } from "@depthwire/book";
import type { QueuedStream } from "../channels/queued-stream.js";
import type { BookState } from "../channels/stream-item.js";
import type { FollowedItem, FollowTerms } from "../shard/book/followed-item.js";

/** A stream of every applied state, as its book sees it. */
export type EveryStateStream = QueuedStream<BookState, never>;

/** One reader of every state. */
export interface StateReader extends FollowTerms {
  readonly stream: EveryStateStream;
}

/** Those who read every state of one book. What waits for them is bounded stream by stream. */
export class StateReaders {
  readonly #pair: string;
  readonly #readers = new Set<StateReader>();
  /** The newest state, as its thread gave it. */
  #latest: BookState | undefined;
  /** Since when the loss of a thread leaves a hole, epoch milliseconds; undefined without a hole. */
  #lostSinceMs: number | undefined;

  constructor(pair: string) {
    this.#pair = pair;
  }

  get size(): number {
    return this.#readers.size;
  }

  /** The newest state that was told; undefined where nobody reads. */
  get newest(): BookView | undefined {
    return this.#latest?.view;
  }

  /** What to ask of the shard: the most that any reader wants. Undefined: nobody reads. */
  get terms(): FollowTerms | undefined {
    if (this.#readers.size === 0) {
      return undefined;
    }
    const readers = [...this.#readers];
    const max = (of: (reader: StateReader) => number): number => Math.max(...readers.map(of));
    return { levels: max(({ levels }) => levels), limit: max(({ limit }) => limit) };
  }

  /** A reader begins with the newest state that is known. */
  join(reader: StateReader): void {
    this.#readers.add(reader);
    if (this.#latest !== undefined) {
      tell(reader, this.#latest);
    }
  }

  leave(reader: StateReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) {
      this.#latest = undefined;
    }
  }

  receive(batch: readonly FollowedItem[]): void {
    for (const item of batch) {
      if (item.kind === "gap") {
        this.#tellAll(item);
        continue;
      }
      const { view: data, receivedAtMs } = item;
      this.#endHole(receivedAtMs);
      const view = new BookView(this.#pair as BookView["pair"], data, data, Number.POSITIVE_INFINITY);
      // A new reader makes the shard say again where it stands.
      if (!isSame(this.#latest?.view, view)) {
        this.#tellState({ kind: "state", view, receivedAtMs });
      }
    }
  }

  /** The thread is silent or gone: the newest state is no longer live, whatever it says. */
  lose(status: "syncing" | "stale", reason: "thread-lost" | "thread-silent"): void {
    const given = this.#latest;
    if (given === undefined) {
      return;
    }
    const state = { ...given, view: given.view.relabelled(status, reason) };
    this.#tellAll(state);
    if (reason === "thread-lost") {
      this.#latest = state;
      this.#lostSinceMs ??= given.receivedAtMs;
    }
  }

  /** The silent thread was heard again, and nothing was lost: the newest state counts as it was. */
  recover(): void {
    if (this.#latest !== undefined) {
      this.#tellAll(this.#latest);
    }
  }

  /** States of the thread that is gone may be missing up to the first one of its successor. */
  #endHole(toMs: number): void {
    const fromMs = this.#lostSinceMs;
    if (fromMs !== undefined) {
      this.#lostSinceMs = undefined;
      this.#tellAll({ kind: "gap", fromMs, toMs, reason: "thread-lost", dropped: 0, missing: "unknown" });
    }
  }

  #tellState(state: BookState): void {
    this.#latest = state;
    this.#tellAll(state);
  }

  #tellAll(item: BookState | StreamGap): void {
    for (const reader of this.#readers) {
      tell(reader, item);
    }
  }
}

function tell({ stream, levels }: StateReader, item: BookState | StreamGap): void {
  stream.push(item.kind === "gap" ? item : { ...item, view: item.view.top(levels) });
}

function isSame(former: BookView | undefined, view: BookView): boolean {
  return (
    former !== undefined &&
    former.version === view.version &&
    former.epoch === view.epoch &&
    former.status === view.status &&
    former.reason === view.reason &&
    former.bids.length >= view.bids.length &&
    former.asks.length >= view.asks.length
  );
}
