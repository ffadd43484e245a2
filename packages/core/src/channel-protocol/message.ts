import {
  type ChannelEnvelope,
  channelEnvelope,
  type DataKind,
  prefixLoginResult,
  privateChannel,
} from "@depthwire/schema/internal";
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
  /** The channel, service name included, as it is written on the wire. */
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

/** {@link ChannelData} whose payload is as it came: a text is packed, no plain payload is one. */
export type ChannelEnvelopeData = ChannelData;

/** What one WebSocket message holds, its payloads still packed. */
export type ChannelEnvelopeMessage = ChannelEnvelopeData | PushRefusal | PushHeartbeat;

/** How many bytes the payloads of one WebSocket message may still inflate to, together. */
export interface InflateBudget {
  left: number;
}

/**
 * Takes one WebSocket message of the venue apart, which may hold several channels' messages. Their payloads stay packed, so
 * that one that is damaged can be told from the others: see {@link unpackChannelData}.
 *
 * @throws ProtocolError `frame-too-large`, `message-shape`, and those of `parseExactBytes`
 * @spec document 1, Events, Protocol B; field notes 4, 8 and 19
 */
export function decodeChannelEnvelopes(message: Uint8Array, limits: FrameLimits): readonly ChannelEnvelopeMessage[] {
  if (message.length > limits.maxFrameBytes) {
    throw new ProtocolError("frame-too-large", { limit: limits.maxFrameBytes, stage: "frame" });
  }
  const wire = parseExactBytes(message, 0, message.length);
  if (Array.isArray(wire)) {
    return wire.map((entry: JsonValue, index) => decodeEnvelope(entry, `[${index}]`));
  }
  return [decodeRefusal(wire) ?? decodeHeartbeat(wire) ?? decodeEnvelope(wire)];
}

/**
 * Unpacks the payload of one channel's message. One that is text is base64 of zlib or gzip, whatever `binary` says.
 *
 * @param budget is lowered by what was inflated
 * @throws ProtocolError `message-shape`, those of `parseExactBytes`, and those of `inflate`
 * @spec field note 19
 */
export function unpackChannelData(
  data: ChannelEnvelopeData,
  inflate: Inflate,
  budget: InflateBudget,
): Exclude<ChannelServerMessage, PushRefusal | PushHeartbeat> {
  const payload = unpacked(data.payload, inflate, budget);
  if (data.channel.endsWith(privateChannel) && hasKey(payload as JsonValue, "result")) {
    return { kind: "login-acknowledgement", result: loginResultCodec.decode(payload, "data").result };
  }
  return { ...data, payload };
}

/**
 * Decodes one WebSocket message of the venue, which may hold several channels' messages, wholly or not at all.
 *
 * @param limits `maxInflatedBytes` bounds the whole message: its payloads together
 * @throws ProtocolError as {@link decodeChannelEnvelopes} and {@link unpackChannelData}
 * @spec document 1, Events, Protocol B; field notes 4, 8 and 19
 */
export function decodeChannelMessage(
  message: Uint8Array,
  inflate: Inflate,
  limits: FrameLimits,
): readonly ChannelServerMessage[] {
  const budget: InflateBudget = { left: limits.maxInflatedBytes };
  return decodeChannelEnvelopes(message, limits).map((entry) =>
    entry.kind === "data" ? unpackChannelData(entry, inflate, budget) : entry,
  );
}

function unpacked(payload: unknown, inflate: Inflate, budget: InflateBudget): unknown {
  if (typeof payload !== "string") {
    return payload;
  }
  const packed = decodeBase64(payload);
  const maxLength = budget.left;
  const length = inflate.inflate(packed, 0, packed.length, maxLength);
  budget.left -= length;
  return parseExactBytes(inflate.output, 0, length, { ...defaultJsonLimits, maxLength });
}

function decodeEnvelope(wire: JsonValue, within?: string): ChannelEnvelopeData {
  const { channel, dataKind, payload } = envelopeCodec.decode(wire, within);
  return { kind: "data", channel, dataKind, payload };
}

/** A message of a channel to be written. */
export interface ChannelDataInput {
  /** The channel, service name included, as it is written on the wire. */
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
