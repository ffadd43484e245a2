import type { DepthChannel, DepthSink } from "@depthwire/core/internal";
import { unexpectedAt } from "./scan-decimal.js";
import * as key from "./scan-key.js";
import { scanLevels } from "./scan-levels.js";
import { scanValue } from "./scan-value.js";

const comma = 0x2c;
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
    at = scanValue(found, bytes, at + 1 + (key.keyLengths[found] as number), channel, sink, scanLevels);
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
