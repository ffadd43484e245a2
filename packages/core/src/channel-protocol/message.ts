import {
  type ChannelEnvelope,
  channelEnvelope,
  type DataKind,
  prefixLoginResult,
  privateChannel,
} from "@depthwire/schema";
import { decodeBase64, encodeBase64 } from "../bytes/base64.js";
import { encodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import { defaultJsonLimits, hasKey, type JsonValue } from "../json/json-value.js";
import { parseExactBytes } from "../json/parse-exact.js";
import { type JsonWritable, writeOrdered } from "../json/write-ordered.js";
import type { Deflate, Inflate } from "../ports/inflate.js";
import type { FrameLimits } from "../prefix-protocol/frame.js";
import { decodeHeartbeat, decodeRefusal, type PushHeartbeat, type PushRefusal } from "../push-control.js";
import { compileRecord } from "../record/compile.js";

/** A message of a channel. The channel decides what the payload holds. */
export interface ChannelData {
  readonly kind: "data";
  /** Name of the channel, service name included. */
  readonly channel: string;
  /** Whether the payload holds everything or what changed. */
  readonly dataKind: DataKind;
  /** The channel's own data, inflated but not yet decoded. */
  readonly payload: unknown;
}

/** What the venue may say over protocol B. */
export type ChannelServerMessage =
  | ChannelData
  /** The answer to a login. `result` is for people. */
  | { readonly kind: "login-acknowledgement"; readonly result: string }
  | PushRefusal
  | PushHeartbeat;

const envelopeCodec = /* @__PURE__ */ compileRecord(channelEnvelope);
const loginResultCodec = /* @__PURE__ */ compileRecord(prefixLoginResult);

/**
 * Decodes one WebSocket message of the venue, which may hold several channels' messages.
 * A payload that is text is base64 of zlib or gzip, whatever `binary` says: no plain payload is a text.
 *
 * @param limits `maxInflatedBytes` bounds the whole message: its payloads together
 * @throws ProtocolError `frame-too-large`, `message-shape`, those of `parseExactBytes`, and those of `inflate`
 * @spec document 1, Events, Protocol B; field notes 4, 8 and 19
 */
export function decodeChannelMessage(
  message: Uint8Array,
  inflate: Inflate,
  limits: FrameLimits,
): readonly ChannelServerMessage[] {
  if (message.length > limits.maxFrameBytes) {
    throw new ProtocolError("frame-too-large", { limit: limits.maxFrameBytes, stage: "frame" });
  }
  const wire = parseExactBytes(message, 0, message.length);
  const unpack = createUnpacker(inflate, limits.maxInflatedBytes);
  if (Array.isArray(wire)) {
    return wire.map((entry: JsonValue, index) => decodeData(entry, unpack, `[${index}]`));
  }
  return [decodeRefusal(wire) ?? decodeHeartbeat(wire) ?? decodeData(wire, unpack)];
}

/** Inflates base64 payloads within one budget. */
type Unpack = (payload: unknown) => unknown;

function createUnpacker(inflate: Inflate, maxInflatedBytes: number): Unpack {
  let left = maxInflatedBytes;
  return (payload) => {
    if (typeof payload !== "string") {
      return payload;
    }
    const packed = decodeBase64(payload);
    const length = inflate.inflate(packed, 0, packed.length, left);
    left -= length;
    return parseExactBytes(inflate.output, 0, length, { ...defaultJsonLimits, maxLength: maxInflatedBytes });
  };
}

function decodeData(wire: JsonValue, unpack: Unpack, within?: string): ChannelServerMessage {
  const { channel, dataKind, payload } = envelopeCodec.decode(wire, within);
  const unpacked = unpack(payload);
  if (channel.endsWith(privateChannel) && hasKey(unpacked as JsonValue, "result")) {
    return { kind: "login-acknowledgement", result: loginResultCodec.decode(unpacked, "data").result };
  }
  return { kind: "data", channel, dataKind, payload: unpacked };
}

/** A message of a channel to be written. */
export interface ChannelDataInput {
  /** Name of the channel, service name included. */
  readonly channel: string;
  readonly dataKind: DataKind;
  /** The output of a codec. */
  readonly payload: JsonWritable;
}

/**
 * Writes one message that holds one channel's message.
 *
 * @param compress absent: the payload is sent plain
 * @spec document 1, Events, Protocol B
 */
export function encodeChannelData(message: ChannelDataInput, compress?: Deflate): string {
  const { channel, dataKind, payload } = message;
  const compression: ChannelEnvelope["compression"] = compress === undefined ? "plain" : "compressed";
  const data = compress === undefined ? payload : encodeBase64(compress(encodeUtf8(writeOrdered(payload))));
  // The payload of a channel is never null.
  const envelope = { channel, dataKind, compression, payload: data as NonNullable<JsonWritable> };
  return writeOrdered([envelopeCodec.encode(envelope)]);
}

/**
 * Writes the answer to a login. No document shows it for this protocol: it is protocol A's result.
 *
 * @param channel the private channel under the deployment's service name
 * @spec field note 21
 */
export function encodeChannelLoginAcknowledgement(channel: string, result: string): string {
  return encodeChannelData({ channel, dataKind: "full", payload: loginResultCodec.encode({ result }) });
}
