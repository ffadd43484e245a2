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
  /** What each state is called while its thread is silent: one that was on its way says nothing about now. */
  #silence: "syncing" | "stale" | undefined;
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
    this.#tellLatest([reader]);
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
        this.#tellGap(item);
        continue;
      }
      const { view: data, receivedAtMs } = item;
      this.#endHole(receivedAtMs);
      const view = new BookView(this.#pair as BookView["pair"], data, data, Number.POSITIVE_INFINITY);
      // A new reader makes the shard say again where it stands.
      if (!isSame(this.#latest?.view, view)) {
        this.#latest = { kind: "state", view, receivedAtMs };
        this.#tellLatest();
      }
    }
  }

  /** The thread is gone: the newest state is never live again. */
  lose(status: "syncing" | "stale"): void {
    const latest = this.#latest;
    if (latest !== undefined) {
      this.#latest = { ...latest, view: latest.view.relabelled(status, "thread-lost") };
      this.#lostSinceMs ??= latest.receivedAtMs;
    }
    this.doubt();
  }

  /** The thread is silent: states are called that, whatever they say. Absent: it was heard again, and the newest one counts as it was. */
  doubt(status?: "syncing" | "stale"): void {
    this.#silence = status;
    this.#tellLatest();
  }

  /** States of the thread that is gone may be missing up to the first one of its successor. */
  #endHole(toMs: number): void {
    const fromMs = this.#lostSinceMs;
    if (fromMs !== undefined) {
      this.#lostSinceMs = undefined;
      this.#tellGap({ kind: "gap", fromMs, toMs, reason: "thread-lost", dropped: 0, missing: "unknown" });
    }
  }

  #tellLatest(readers: Iterable<StateReader> = this.#readers): void {
    const latest = this.#latest;
    if (latest !== undefined) {
      const silence = this.#silence;
      const view = silence === undefined ? latest.view : latest.view.relabelled(silence, "thread-silent");
      for (const { stream, levels } of readers) {
        stream.push({ ...latest, view: view.top(levels) });
      }
    }
  }

  #tellGap(gap: StreamGap): void {
    for (const { stream } of this.#readers) {
      stream.push(gap);
    }
  }
}

function isSame(former: BookView | undefined, view: BookView): boolean {
  return (
    former?.version === view.version &&
    former.epoch === view.epoch &&
    former.status === view.status &&
    former.reason === view.reason &&
    former.bids.length >= view.bids.length &&
    former.asks.length >= view.asks.length
  );
}
