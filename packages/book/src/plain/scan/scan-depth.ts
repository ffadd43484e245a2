import { type DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import type { DepthChannelTable } from "./depth-channel-table.js";
import { finerAt } from "./scan-decimal.js";
import { integerEnd } from "./scan-integer.js";
import { startsWith } from "./scan-key.js";
import { scanPayload } from "./scan-payload.js";

/** The sink holds the message; `channels.found` is its channel. */
export const scanDone = 0;
/** The scanner does not know this form, which may be right or wrong: take the general path. */
export const scanUnexpected = 1;
/** A decimal is finer than the channel's scale: the general path tells the scales that are needed. */
export const scanFiner = 2;

/** How a scan ended: {@link scanDone}, {@link scanUnexpected} or {@link scanFiner}. */
export type ScanOutcome = typeof scanDone | typeof scanUnexpected | typeof scanFiner;

const beforeChannel = encodeUtf8('{"topic":"');
const beforeKind = encodeUtf8('","t":');
const beforePayload = encodeUtf8(',"d":{');

const quote = 0x22;
const closeBrace = 0x7d;

/**
 * Decodes one depth message of protocol A straight from its bytes into the sink, without a string or an object.
 * It knows the form that venues send, with the keys of the payload in any order. White space, escapes, unknown keys,
 * numbers of 16 digits and whatever is wrong end in {@link scanUnexpected}: `readDepth` decides about those.
 * `readDepth` reads every message alike that it accepts.
 *
 * Unless the outcome is {@link scanDone}, what the sink holds means nothing.
 *
 * @param bytes holds the JSON text in `[start, end)`
 * @spec document 1, Events, Protocol A; field notes 5 and 9 to 13
 */
export function scanDepth(
  bytes: Uint8Array,
  start: number,
  end: number,
  channels: DepthChannelTable,
  sink: DepthSink,
): ScanOutcome {
  // With a brace as the last byte no digit loop can leave the message.
  if (bytes[end - 1] !== closeBrace || !startsWith(bytes, start, beforeChannel)) {
    return scanUnexpected;
  }
  const channelAt = start + beforeChannel.length;
  let channelEnd = channelAt;
  while (bytes[channelEnd] !== quote && channelEnd < end) {
    channelEnd += 1;
  }
  const channel = channels.findByBytes(bytes, channelAt, channelEnd);
  if (channel === undefined || !startsWith(bytes, channelEnd, beforeKind)) {
    return scanUnexpected;
  }
  // The payload's keys say which kind it is; this integer does not matter.
  const kindEnd = integerEnd(bytes, channelEnd + beforeKind.length);
  if (kindEnd < 0 || !startsWith(bytes, kindEnd, beforePayload)) {
    return scanUnexpected;
  }
  sink.clear();
  const payloadEnd = scanPayload(bytes, kindEnd + beforePayload.length - 1, channel, sink);
  if (payloadEnd !== end - 1) {
    return payloadEnd === finerAt ? scanFiner : scanUnexpected;
  }
  channels.found = channel;
  return scanDone;
}
