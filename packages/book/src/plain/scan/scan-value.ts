import { type DepthChannel, DepthSection, type DepthSink } from "@depthwire/core/internal";
import { unexpectedAt } from "./scan-decimal.js";
import { integerBetween, integerEnd } from "./scan-integer.js";
import * as key from "./scan-key.js";

const quote = 0x22;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Scans the levels of one side, in one protocol's form, into a section of the sink.
 *
 * @returns the position after the side, or `unexpectedAt` or `finerAt`
 */
export type ScanSide = (
  bytes: Uint8Array,
  start: number,
  section: number,
  channel: DepthChannel,
  sink: DepthSink,
) => number;

/**
 * Scans the value of a key of a depth payload into the sink. But for the form of levels both protocols write them alike.
 *
 * @param found the key
 * @returns the position after the value, or `unexpectedAt` or `finerAt`
 * @spec field notes 10 and 11
 */
export function scanValue(
  found: number,
  bytes: Uint8Array,
  at: number,
  channel: DepthChannel,
  sink: DepthSink,
  scanSide: ScanSide,
): number {
  switch (found) {
    case key.pairKey:
      return scanPair(bytes, at, channel.pairBytes);
    case key.updatedKey: {
      const end = integerEnd(bytes, at);
      sink.updatedAtMs = integerBetween(bytes, at, end);
      return end;
    }
    case key.seqKey: {
      const end = integerEnd(bytes, at);
      sink.seq = integerBetween(bytes, at, end);
      return end;
    }
    case key.asksKey:
      return scanSide(bytes, at, DepthSection.askSet, channel, sink);
    case key.bidsKey:
      return scanSide(bytes, at, DepthSection.bidSet, channel, sink);
    case key.setKey:
      return scanSides(bytes, at, DepthSection.askSet, channel, sink, scanSide);
    case key.deleteKey:
      return scanSides(bytes, at, DepthSection.askDelete, channel, sink, scanSide);
    default:
      return scanSides(bytes, at, DepthSection.askModify, channel, sink, scanSide);
  }
}

function scanPair(bytes: Uint8Array, at: number, pair: Uint8Array): number {
  const end = at + 1 + pair.length;
  const isPair = bytes[at] === quote && key.startsWith(bytes, at + 1, pair) && bytes[end] === quote;
  return isPair ? end + 1 : unexpectedAt;
}

/** Scans `{"asks":…,"bids":…}`, either side at most once, into `askSection` and the section after it. */
function scanSides(
  bytes: Uint8Array,
  start: number,
  askSection: number,
  channel: DepthChannel,
  sink: DepthSink,
  scanSide: ScanSide,
): number {
  if (bytes[start] !== openBrace) {
    return unexpectedAt;
  }
  let at = start;
  let seen = 0;
  do {
    const found = key.keyAt(bytes, at + 1);
    if ((found !== key.asksKey && found !== key.bidsKey) || (seen & (1 << found)) !== 0) {
      return unexpectedAt;
    }
    seen |= 1 << found;
    const section = found === key.asksKey ? askSection : askSection + 1;
    at = scanSide(bytes, at + 1 + (key.keyLengths[found] as number), section, channel, sink);
    if (at < 0) {
      return at;
    }
  } while (bytes[at] === comma);
  return bytes[at] === closeBrace ? at + 1 : unexpectedAt;
}
