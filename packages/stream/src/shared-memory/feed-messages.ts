import type { DoubtReason } from "@depthwire/book/internal";
import type { MissedMessages } from "../sockets/socket.js";
import type { FrameBatch } from "./frame-batch.js";

/** What a thread asks of the connections that its host holds for it. */
export type FromFeedReader =
  /** Open one. Frames come through `ring`, or in batches without a ring. */
  | {
      readonly kind: "open";
      readonly connection: number;
      readonly address: string;
      readonly ring: SharedArrayBuffer | undefined;
    }
  | { readonly kind: "send"; readonly connection: number; readonly text: string }
  | { readonly kind: "ping"; readonly connection: number }
  | { readonly kind: "close"; readonly connection: number; readonly code: number }
  /** A batch was read. */
  | { readonly kind: "batch-read"; readonly connection: number };

/** What a host tells the thread about its connections. */
export type FromFeedHost =
  | { readonly kind: "opened"; readonly connection: number }
  /** The ring has frames, and its reader slept. */
  | { readonly kind: "wake"; readonly connection: number }
  | { readonly kind: "batch"; readonly connection: number; readonly batch: FrameBatch }
  /** See `FrameFeed.doubt`. What was pushed before stands before it. */
  | {
      readonly kind: "doubted";
      readonly connection: number;
      readonly channel: string;
      readonly reason: DoubtReason | undefined;
    }
  /** See `FrameFeed.missed`. What was pushed before stands before it. */
  | {
      readonly kind: "missed";
      readonly connection: number;
      readonly channel: string;
      readonly missing: MissedMessages;
    }
  | { readonly kind: "control-frame"; readonly connection: number }
  | { readonly kind: "closed"; readonly connection: number; readonly code: number; readonly cause: string };

/** One end of the line between them. Messages arrive in order. */
export interface FeedPort<Sent, Received> {
  /** `transfer`: buffers that the message gives away. */
  post(message: Sent, transfer?: readonly ArrayBuffer[]): void;
  onMessage(handler: (message: Received) => void): void;
}
