import type { Inflate } from "@depthwire/core";
import { type DepthChannel, type DepthSink, decodeBase64Bytes, encodeUtf8 } from "@depthwire/core/internal";
import type { DepthChannelTable } from "./depth-channel-table.js";
import { scanChannelPayload } from "./scan-channel-payload.js";
import { finerAt, unexpectedAt } from "./scan-decimal.js";
import { type ScanOutcome, scanDone, scanFiner, scanUnexpected } from "./scan-depth.js";
import { startsWith } from "./scan-key.js";

/** What unpacks a compressed payload. One object is reused from message to message. */
export interface PayloadScratch {
  readonly inflate: Inflate;
  /** Most bytes that a payload may inflate to. */
  readonly maxInflatedBytes: number;
  /** Holds the compressed bytes; replaced by a larger one where needed. */
  packed: Uint8Array;
  /** Bytes of the latest payload after inflating; 0 where it came plain. */
  inflatedBytes: number;
}

/** A {@link PayloadScratch} to pass to {@link scanChannelDepth}. */
export function createPayloadScratch(inflate: Inflate, maxInflatedBytes: number): PayloadScratch {
  return { inflate, maxInflatedBytes, packed: new Uint8Array(0), inflatedBytes: 0 };
}

const beforeChannel = encodeUtf8('{"channel":"');
const beforeCompression = encodeUtf8('","binary":');
const beforeKind = encodeUtf8(',"data_type":');
const beforePayload = encodeUtf8(',"data":');

const quote = 0x22;
const digitZero = 0x30;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Decodes one depth message of protocol B straight from its bytes into the sink, without a string or an object: an array of
 * one envelope, or the envelope alone, with its payload plain or as base64 of zlib or gzip. It is to protocol B what
 * `scanDepth` is to protocol A, with the same law: whatever it accepts, `readChannelDepth` reads alike.
 *
 * Unless the outcome is `scanDone`, what the sink holds means nothing.
 *
 * @param bytes holds the JSON text in `[start, end)`
 * @throws ProtocolError those of `scratch.inflate`: the payload is damaged
 * @spec document 1, Events, Protocol B; field notes 9 to 13 and 19
 */
export function scanChannelDepth(
  bytes: Uint8Array,
  start: number,
  end: number,
  channels: DepthChannelTable,
  sink: DepthSink,
  scratch: PayloadScratch,
): ScanOutcome {
  const inArray = bytes[start] === openBracket;
  const envelopeAt = inArray ? start + 1 : start;
  const envelopeEnd = inArray ? end - 1 : end;
  // With a brace as the last byte no digit loop can leave the message.
  if (bytes[envelopeEnd - 1] !== closeBrace || (inArray && bytes[envelopeEnd] !== closeBracket)) {
    return scanUnexpected;
  }
  if (!startsWith(bytes, envelopeAt, beforeChannel)) {
    return scanUnexpected;
  }
  const nameAt = envelopeAt + beforeChannel.length;
  let nameEnd = nameAt;
  while (bytes[nameEnd] !== quote && nameEnd < envelopeEnd) {
    nameEnd += 1;
  }
  const channel = channels.findByBytes(bytes, nameAt, nameEnd);
  const payloadAt = channel === undefined ? unexpectedAt : payloadStart(bytes, nameEnd);
  if (channel === undefined || payloadAt < 0) {
    return scanUnexpected;
  }
  sink.clear();
  scratch.inflatedBytes = 0;
  const closing = envelopeEnd - 1;
  const payloadEnd =
    bytes[payloadAt] === quote
      ? scanPacked(bytes, payloadAt + 1, closing, channel, sink, scratch)
      : scanChannelPayload(bytes, payloadAt, channel, sink);
  if (payloadEnd !== closing) {
    return payloadEnd === finerAt ? scanFiner : scanUnexpected;
  }
  channels.found = channel;
  return scanDone;
}

/** From the closing quote of the channel to the payload. */
function payloadStart(bytes: Uint8Array, at: number): number {
  if (!startsWith(bytes, at, beforeCompression)) {
    return unexpectedAt;
  }
  const compressionEnd = flagEnd(bytes, at + beforeCompression.length);
  if (compressionEnd < 0 || !startsWith(bytes, compressionEnd, beforeKind)) {
    return unexpectedAt;
  }
  // The payload's keys say which kind it is, and its form says whether it is compressed; these flags do not matter.
  const kindEnd = flagEnd(bytes, compressionEnd + beforeKind.length);
  return kindEnd >= 0 && startsWith(bytes, kindEnd, beforePayload) ? kindEnd + beforePayload.length : unexpectedAt;
}

/** The position after 0 or 1, as an integer or as text. @spec field note 19 */
function flagEnd(bytes: Uint8Array, start: number): number {
  const isText = bytes[start] === quote;
  const at = isText ? start + 1 : start;
  if (((bytes[at] as number) - digitZero) >>> 0 > 1) {
    return unexpectedAt;
  }
  if (!isText) {
    return at + 1;
  }
  return bytes[at + 1] === quote ? at + 2 : unexpectedAt;
}

/**
 * Unpacks and scans a payload in base64.
 *
 * @param start behind its opening quote
 * @param closing where the envelope's closing brace stands: right behind the closing quote
 * @returns `closing`, or `unexpectedAt` or `finerAt`
 */
function scanPacked(
  bytes: Uint8Array,
  start: number,
  closing: number,
  channel: DepthChannel,
  sink: DepthSink,
  scratch: PayloadScratch,
): number {
  const end = closing - 1;
  if (end < start || bytes[end] !== quote) {
    return unexpectedAt;
  }
  if (scratch.packed.length < end - start) {
    scratch.packed = new Uint8Array(2 * (end - start));
  }
  const packedBytes = decodeBase64Bytes(bytes, start, end, scratch.packed);
  if (packedBytes <= 0) {
    return unexpectedAt;
  }
  const { inflate } = scratch;
  const length = inflate.inflate(scratch.packed, 0, packedBytes, scratch.maxInflatedBytes);
  scratch.inflatedBytes = length;
  const text = inflate.output;
  if (length === 0 || text[0] !== openBrace || text[length - 1] !== closeBrace) {
    return unexpectedAt;
  }
  const textEnd = scanChannelPayload(text, 0, channel, sink);
  if (textEnd < 0) {
    return textEnd;
  }
  return textEnd === length ? closing : unexpectedAt;
}
