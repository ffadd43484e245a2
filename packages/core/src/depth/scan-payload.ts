import type { DepthChannel } from "./depth-channel.js";
import { DepthSection, type DepthSink } from "./depth-sink.js";
import { unexpectedAt } from "./scan-decimal.js";
import { integerBetween, integerEnd } from "./scan-integer.js";
import * as key from "./scan-key.js";
import { scanLevels } from "./scan-levels.js";

const quote = 0x22;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const snapshotKeys = (1 << key.asksKey) | (1 << key.bidsKey);
const updateKeys = (1 << key.setKey) | (1 << key.deleteKey) | (1 << key.modifyKey);
const headerKeys = (1 << key.pairKey) | (1 << key.updatedKey) | (1 << key.seqKey);

/**
 * Scans a depth payload, keys in any order, into a cleared sink.
 *
 * @param start on its opening brace
 * @returns the position after its closing brace, or `unexpectedAt` or `finerAt`
 * @spec field notes 11 and 13
 */
export function scanPayload(bytes: Uint8Array, start: number, channel: DepthChannel, sink: DepthSink): number {
  let at = start;
  let seen = 0;
  do {
    // `at` stands on the brace or comma before the key.
    const found = key.keyAt(bytes, at + 1);
    if (found === key.noKey || (seen & (1 << found)) !== 0) {
      return unexpectedAt;
    }
    seen |= 1 << found;
    at = scanValue(found, bytes, at + 1 + (key.keyLengths[found] as number), channel, sink);
    if (at < 0) {
      return at;
    }
  } while (bytes[at] === comma);
  if (bytes[at] !== closeBrace || (seen & headerKeys) !== headerKeys) {
    return unexpectedAt;
  }
  const isSnapshot = (seen & snapshotKeys) !== 0;
  // Both kinds of content are wrong, and neither kind depends on `t`: the general path decides.
  if (isSnapshot === ((seen & updateKeys) !== 0)) {
    return unexpectedAt;
  }
  sink.kind = isSnapshot ? "snapshot" : "update";
  return at + 1;
}

function scanValue(found: number, bytes: Uint8Array, at: number, channel: DepthChannel, sink: DepthSink): number {
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
      return scanLevels(bytes, at, DepthSection.askSet, channel, sink);
    case key.bidsKey:
      return scanLevels(bytes, at, DepthSection.bidSet, channel, sink);
    case key.setKey:
      return scanSides(bytes, at, DepthSection.askSet, channel, sink);
    case key.deleteKey:
      return scanSides(bytes, at, DepthSection.askDelete, channel, sink);
    default:
      return scanSides(bytes, at, DepthSection.askModify, channel, sink);
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
    at = scanLevels(bytes, at + 1 + (key.keyLengths[found] as number), section, channel, sink);
    if (at < 0) {
      return at;
    }
  } while (bytes[at] === comma);
  return bytes[at] === closeBrace ? at + 1 : unexpectedAt;
}
