import { type DepthChannel, type DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import { scanChannelLevels } from "./scan-channel-levels.js";
import { unexpectedAt } from "./scan-decimal.js";
import * as key from "./scan-key.js";
import { scanValue } from "./scan-value.js";

const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Protocol B's name of protocol A's `ut`; all other keys are the same. */
const updateTime = encodeUtf8('"update_time":');

const snapshotKeys = (1 << key.asksKey) | (1 << key.bidsKey);
const updateKeys = (1 << key.setKey) | (1 << key.deleteKey) | (1 << key.modifyKey);
const snapshotHeader = (1 << key.pairKey) | (1 << key.updatedKey);
const updateHeader = snapshotHeader | (1 << key.seqKey);

/**
 * Scans a depth payload of protocol B, keys in any order, into a cleared sink. A snapshot may come without `seq`.
 *
 * @param start on its opening brace
 * @returns the position after its closing brace, or `unexpectedAt` or `finerAt`
 * @spec document 1, Events, Protocol B; field notes 11, 13 and 19
 */
export function scanChannelPayload(bytes: Uint8Array, start: number, channel: DepthChannel, sink: DepthSink): number {
  if (bytes[start] !== openBrace) {
    return unexpectedAt;
  }
  let at = start;
  let seen = 0;
  do {
    // `at` stands on the brace or comma before the key.
    const found = payloadKeyAt(bytes, at + 1);
    if (found === key.noKey || (seen & (1 << found)) !== 0) {
      return unexpectedAt;
    }
    seen |= 1 << found;
    at = scanValue(found, bytes, at + 1 + payloadKeyLength(found), channel, sink, scanChannelLevels);
    if (at < 0) {
      return at;
    }
  } while (bytes[at] === comma);
  const isSnapshot = (seen & snapshotKeys) !== 0;
  const header = isSnapshot ? snapshotHeader : updateHeader;
  // Both kinds of content are wrong, and neither kind depends on `data_type`: the general path decides.
  if (bytes[at] !== closeBrace || (seen & header) !== header || isSnapshot === ((seen & updateKeys) !== 0)) {
    return unexpectedAt;
  }
  sink.kind = isSnapshot ? "snapshot" : "update";
  return at + 1;
}

function payloadKeyAt(bytes: Uint8Array, at: number): number {
  if (key.startsWith(bytes, at, updateTime)) {
    return key.updatedKey;
  }
  const found = key.keyAt(bytes, at);
  return found === key.updatedKey ? key.noKey : found;
}

function payloadKeyLength(found: number): number {
  return found === key.updatedKey ? updateTime.length : (key.keyLengths[found] as number);
}
