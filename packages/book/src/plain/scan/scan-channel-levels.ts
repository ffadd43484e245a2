import { type DepthChannel, type DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import { scanDecimal, unexpectedAt } from "./scan-decimal.js";
import { startsWith } from "./scan-key.js";

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

// The scanner's two forms of a level; the general path takes the keys from the descriptor.
const volumeFirst = encodeUtf8('{"volume":"');
const thenPrice = encodeUtf8(',"price":"');
const priceFirst = encodeUtf8('{"price":"');
const thenVolume = encodeUtf8(',"volume":"');
const nullText = encodeUtf8("null");

/**
 * Scans one side of protocol B, `[{"volume":"…","price":"…"},…]` in either order of keys or `null`, into a section of the sink.
 *
 * @returns the position after the side, or `unexpectedAt` or `finerAt`
 * @spec document 1, Events, Protocol B; field note 10
 */
export function scanChannelLevels(
  bytes: Uint8Array,
  start: number,
  section: number,
  channel: DepthChannel,
  sink: DepthSink,
): number {
  let at = start;
  if (bytes[at] !== openBracket) {
    return startsWith(bytes, at, nullText) ? at + nullText.length : unexpectedAt;
  }
  if (bytes[at + 1] === closeBracket) {
    return at + 2;
  }
  const first = section * sink.capacity;
  for (let level = first; level < first + sink.capacity; level += 1) {
    // `at` stands on the bracket or comma before the level.
    at = scanLevel(bytes, at + 1, level, channel, sink);
    if (at < 0) {
      return at;
    }
    if (bytes[at] !== comma) {
      sink.counts[section] = level - first + 1;
      return bytes[at] === closeBracket ? at + 1 : unexpectedAt;
    }
  }
  return unexpectedAt;
}

/** Scans one level from its opening brace. Returns the position after its closing brace. */
function scanLevel(bytes: Uint8Array, at: number, level: number, channel: DepthChannel, sink: DepthSink): number {
  const { prices, quantities } = sink;
  const { priceScale, quantityScale } = channel;
  if (startsWith(bytes, at, volumeFirst)) {
    const middle = scanDecimal(bytes, at + volumeFirst.length, quantityScale, quantities, level);
    return middle < 0 ? middle : scanSecond(bytes, middle, thenPrice, priceScale, prices, level);
  }
  if (startsWith(bytes, at, priceFirst)) {
    const middle = scanDecimal(bytes, at + priceFirst.length, priceScale, prices, level);
    return middle < 0 ? middle : scanSecond(bytes, middle, thenVolume, quantityScale, quantities, level);
  }
  return unexpectedAt;
}

/** Scans from the closing quote of a level's first number to behind the level. */
function scanSecond(
  bytes: Uint8Array,
  at: number,
  key: Uint8Array,
  scale: number,
  column: Float64Array,
  level: number,
): number {
  if (bytes[at] !== quote || !startsWith(bytes, at + 1, key)) {
    return unexpectedAt;
  }
  const end = scanDecimal(bytes, at + 1 + key.length, scale, column, level);
  if (end < 0) {
    return end;
  }
  return bytes[end] === quote && bytes[end + 1] === closeBrace ? end + 2 : unexpectedAt;
}
