import type { BookReason, BookStatus, BookView } from "@depthwire/book";

/** A frame that was applied. Its bytes are valid during the call only. */
export interface AcceptedFrame {
  readonly pair: string;
  /** The channel as it is written on the wire. */
  readonly channel: string;
  /** What it was to its book; `event` for channels that are not books. */
  readonly kind: "snapshot" | "update" | "event";
  /** Epoch of the book behind it; 0 for events. */
  readonly epoch: number;
  /** The venue's number of the state behind it; 0 for events. */
  readonly seq: number;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
  /** The whole message, as the venue sent it. */
  readonly bytes: Uint8Array;
}

/** A listener for what a shard's books took, called in the shard's own thread, after it was applied. It must be quick and never throw. */
export interface FrameListener {
  accepted(frame: AcceptedFrame): void;
  /** What a book is called changed. It comes behind the frame that changed it. */
  status(pair: string, status: BookStatus, reason: BookReason | undefined): void;
}

/** What a listener may ask of its shard, in the same thread, once it has been told anything. */
export interface ShardState {
  /** The present book of a pair, whole; undefined while there is none. */
  bookOf(pair: string): BookView | undefined;
  /** When anything came in last, monotonic milliseconds; undefined before the first. */
  heardAtMs(): number | undefined;
}
