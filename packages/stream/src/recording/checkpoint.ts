import { encodeDepthSnapshot, encodeFrame, formatChannel, ValidationError } from "@depthwire/core";
import { prefixProtocolChannels } from "@depthwire/schema";
import type { BookView } from "../book/book-view.js";
import type { CheckpointEntry } from "./recording-entry.js";

/** The depth channel of a pair. */
export function depthChannelOf(pair: string): string {
  return formatChannel(prefixProtocolChannels.depth, { pair });
}

/**
 * A book's state as the venue would publish it, or undefined where that cannot be said: the book is not live, or came
 * without its time.
 */
export function checkpointOf(view: BookView, connection: number): CheckpointEntry | undefined {
  if (view.status !== "live") {
    return undefined;
  }
  const { pair, seq, updatedAtMs, receivedAtMs } = view;
  try {
    const text = encodeDepthSnapshot({ pair, seq, updatedAtMs, asks: view.asks.levels(), bids: view.bids.levels() });
    const { data: frame } = encodeFrame(text, { marker: "character" });
    return { kind: "checkpoint", connection, pair, receivedAtMs, frame };
  } catch (error) {
    if (error instanceof ValidationError) {
      return undefined;
    }
    throw error;
  }
}
