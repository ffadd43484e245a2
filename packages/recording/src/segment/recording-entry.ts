import type { WithheldText } from "@depthwire/stream/internal";

/** When something happened, by both clocks. */
export interface RecordedTime {
  /** Nanoseconds since the segment began, by the monotonic clock: an integer far below 2^53. */
  readonly elapsedNs: number;
  /** Wall clock, epoch milliseconds. It may jump. */
  readonly epochMs: number;
}

/** First in every segment. */
export interface SegmentHeader {
  readonly kind: "header";
  /** Name of the run of the program that wrote the segment: connection numbers and monotonic times are of one run. */
  readonly run: string;
  /** Number of the segment in its recording, from 1. */
  readonly sequence: number;
  readonly startedEpochMs: number;
  /** The monotonic clock when `elapsedNs` was 0. */
  readonly startedMonotonicMs: number;
}

/** A connection that existed when the segment began. */
export interface ConnectionState {
  readonly kind: "connection";
  readonly connection: number;
  /** Without user, password, query and fragment. */
  readonly address: string;
  readonly phase: "connecting" | "open";
  /** Whether a login was sent on it. */
  readonly access: "public" | "private";
  /** Channels that were subscribed to. */
  readonly channels: readonly string[];
}

/** State of a live book when the segment began. Synthetic: no peer ever sent this frame. */
export interface CheckpointEntry {
  readonly kind: "checkpoint";
  readonly connection: number;
  readonly pair: string;
  /** When the last message in this state was received, epoch milliseconds. */
  readonly receivedAtMs: number;
  /** A plain snapshot frame with the whole state. */
  readonly frame: Uint8Array;
}

/** Something that happened on a connection. */
export type ConnectionEntry = RecordedTime & { readonly connection: number } & (
    | { readonly kind: "connecting"; readonly address: string }
    | { readonly kind: "opened" }
    /** A message of the peer, exactly as it came. The bytes point into the segment. */
    | { readonly kind: "inbound"; readonly frame: Uint8Array }
    | { readonly kind: "control-frame" }
    | { readonly kind: "closed"; readonly code: number; readonly cause: string }
    | { readonly kind: "outbound"; readonly text: string }
    | { readonly kind: "outbound-withheld"; readonly content: WithheldText }
    /**
     * The feed of a channel says why it may not be called live, or with undefined that it may again. What stood when a segment
     * began stands at its beginning again.
     */
    | {
        readonly kind: "doubted";
        readonly channel: string;
        /** A key of `bookReasons`; a later version may know others. */
        readonly reason: string | undefined;
        /** When the last message before came in, epoch milliseconds; undefined where none had come. */
        readonly fromMs: number | undefined;
      }
    /**
     * Messages of a channel are missing before its next one, or may be. The next message of a book is then a snapshot, whose
     * numbers are not comparable with those before.
     */
    | {
        readonly kind: "gap";
        readonly channel: string;
        readonly reason: string;
        /** When the last message before came in, epoch milliseconds. */
        readonly fromMs: number;
        /** How many are known to be missing; 0 where nobody can know. */
        readonly dropped: number;
      }
  );

/** Last in a segment that was closed in order. */
export interface SegmentEnd extends RecordedTime {
  readonly kind: "end";
  /** Inbound frames in the segment. */
  readonly frames: number;
}

/** One entry of a segment. */
export type RecordingEntry = SegmentHeader | ConnectionState | CheckpointEntry | ConnectionEntry | SegmentEnd;
