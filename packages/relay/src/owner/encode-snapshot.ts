import type { BookView } from "@depthwire/book";
import { encodeDepthSnapshot, encodeFrame } from "@depthwire/core/internal";

/** The book as protocol A's frame, uncompressed. */
export function encodePrefixSnapshot(view: BookView): Uint8Array {
  const { pair, seq, updatedAtMs } = view;
  const text = encodeDepthSnapshot({ pair, seq, updatedAtMs, asks: view.asks.levels(), bids: view.bids.levels() });
  return encodeFrame(text, { marker: "character" }).data;
}
