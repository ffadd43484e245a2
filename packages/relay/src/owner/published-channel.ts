import type { BookStatus } from "@depthwire/book";
import type { AcceptedFrame, ChannelStatus } from "@depthwire/stream";
import type { OwnerStatus } from "../wire/owner-status.js";
import type { ChannelMemory } from "./channel-memory.js";

/** One channel of a pair as its owner tells it: a row of its beats. */
export class PublishedChannel {
  readonly pair: string;
  /** Where its frames go. */
  readonly subject: string;
  /** Last number of a message in the present term. */
  relaySeq = 0;
  status: BookStatus = "syncing";
  reason: OwnerStatus["reason"] = "connecting";
  /** What a channel besides books told last; undefined for a book, which the engine has. */
  readonly memory: ChannelMemory | undefined;

  /** Epochs of a channel that was left and followed again begin anew at the engine: here they go on. */
  #epochBase = 0;
  #epoch = 0;

  constructor(pair: string, subject: string, memory: ChannelMemory | undefined) {
    this.pair = pair;
    this.subject = subject;
    this.memory = memory;
  }

  /** Epoch of a frame, or of the present book, as it is told. */
  epochOf(epoch: number): number {
    this.#epoch = Math.max(this.#epoch, this.#epochBase + epoch);
    return this.#epochBase + epoch;
  }

  /** Remembers what who joins has to get. */
  remember({ event, bytes }: AcceptedFrame, epoch: number): void {
    if (event !== undefined) {
      this.memory?.take(event, epoch, bytes);
    }
  }

  /** Takes another status over. Returns whether it is news. */
  stand({ status, reason }: OwnerStatus): boolean {
    const isNews = status !== this.status || reason !== this.reason;
    this.status = status;
    this.reason = reason;
    if (reason === "closed" || reason === "disconnected") {
      this.#epochBase = this.#epoch;
    }
    return isNews;
  }
}

/** What a channel besides books is to consumers, in the words of books. A subscription misses nothing before its first message. */
export const ownerStatusOf: Readonly<Record<ChannelStatus, OwnerStatus>> = {
  connecting: { status: "syncing", reason: "connecting" },
  subscribed: { status: "live", reason: undefined },
  live: { status: "live", reason: undefined },
  disconnected: { status: "stale", reason: "disconnected" },
  refused: { status: "syncing", reason: "subscription-refused" },
};
