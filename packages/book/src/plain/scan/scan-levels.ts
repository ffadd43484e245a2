import type { DepthChannel, DepthSink } from "@depthwire/core/internal";
import { scanDecimal, unexpectedAt } from "./scan-decimal.js";

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Scans one side, `[["quantity","price"],…]` or `null`, into a section of the sink.
 *
 * @returns the position after the side, or `unexpectedAt` or `finerAt`
 * @spec field note 10
 */
export function scanLevels(
  bytes: Uint8Array,
  start: number,
  section: number,
  channel: DepthChannel,
  sink: DepthSink,
): number {
  let at = start;
  if (bytes[at] !== openBracket) {
    return isNull(bytes, at) ? at + 4 : unexpectedAt;
  }
  if (bytes[at + 1] === closeBracket) {
    return at + 2;
  }
  const { priceScale, quantityScale } = channel;
  const { prices, quantities, capacity } = sink;
  const first = section * capacity;
  for (let level = first; level < first + capacity; level += 1) {
    // `at` stands on the bracket or comma before the row.
    if (bytes[at + 1] !== openBracket || bytes[at + 2] !== quote) {
      return unexpectedAt;
    }
    at = scanDecimal(bytes, at + 3, quantityScale, quantities, level);
    if (at < 0) {
      return at;
    }
    if (bytes[at] !== quote || bytes[at + 1] !== comma || bytes[at + 2] !== quote) {
      return unexpectedAt;
    }
    at = scanDecimal(bytes, at + 3, priceScale, prices, level);
    if (at < 0) {
      return at;
    }
    if (bytes[at] !== quote || bytes[at + 1] !== closeBracket) {
      return unexpectedAt;
    }
    at += 2;
    if (bytes[at] !== comma) {
      sink.counts[section] = level - first + 1;
      return bytes[at] === closeBracket ? at + 1 : unexpectedAt;
    }
  }
  return unexpectedAt;
}

function isNull(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x6e && bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c;
}
