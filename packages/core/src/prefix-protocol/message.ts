import {
  type DataKind,
  prefixEnvelope,
  prefixLoginAcknowledgement,
  prefixLoginResult,
  privateChannel,
} from "@depthwire/schema/internal";
import { ProtocolError } from "../error/protocol-error.js";
import { defaultJsonLimits, hasKey, type JsonLimits, type JsonValue } from "../json/json-value.js";
import { parseExactBytes } from "../json/parse-exact.js";
import type { JsonWritable } from "../json/write-ordered.js";
import { decodeHeartbeat, decodeRefusal, type PushHeartbeat, type PushRefusal } from "../push-control.js";
import { compileRecord, encodeJson } from "../record/compile.js";

/** A message of a channel. The channel decides what the payload holds. */
export interface PrefixData {
  readonly kind: "data";
  /** The channel, as it is written on the wire. */
  readonly channel: string;
  /** Whether the payload holds everything or what changed. */
  readonly dataKind: DataKind;
  /** Whose private stream it is; on the private channel only. */
  readonly userId?: string;
  /** The channel's own data, not yet decoded. */
  readonly payload: unknown;
}

/** What the venue may say over protocol A. */
export type PrefixMessage =
  | PrefixData
  /** The answer to a login. `result` is for people. */
  | { readonly kind: "login-acknowledgement"; readonly userId: string; readonly result: string }
  | PushRefusal
  | PushHeartbeat;

const envelopeCodec = /* @__PURE__ */ compileRecord(prefixEnvelope);
const acknowledgementCodec = /* @__PURE__ */ compileRecord(prefixLoginAcknowledgement);
const loginResultCodec = /* @__PURE__ */ compileRecord(prefixLoginResult);

/**
 * Decodes one message of the venue, the JSON text `bytes[start, end)` of a frame.
 *
 * @throws ProtocolError `message-shape`, and those of `parseExactBytes`
 * @spec document 1, Events, Protocol A; field notes 4 and 8
 */
export function decodePrefixMessage(
  bytes: Uint8Array,
  start: number,
  end: number,
  limits: JsonLimits = defaultJsonLimits,
): PrefixMessage {
  const wire = parseExactBytes(bytes, start, end, limits);
  if (hasKey(wire, "topic")) {
    return decodeData(wire);
  }
  const control = decodeRefusal(wire) ?? decodeHeartbeat(wire);
  if (control !== undefined) {
    return control;
  }
  throw new ProtocolError("message-shape", { path: "", expected: "a channel's message, an error or a ping" });
}

function decodeData(wire: JsonValue): PrefixMessage {
  const envelope = envelopeCodec.decode(wire);
  const { topic: channel, userId, payload } = envelope;
  // Only the acknowledgement has a result; everything else on the private channel names its record.
  if (channel === privateChannel && hasKey(payload as JsonValue, "result")) {
    const { result } = loginResultCodec.decode(payload, "d");
    return { kind: "login-acknowledgement", userId: acknowledgementCodec.decode(wire).userId, result };
  }
  return { kind: "data", channel, dataKind: envelope.dataKind, payload, ...(userId === undefined ? {} : { userId }) };
}

/** A message of a channel to be written. Its payload is the output of a codec. */
export interface PrefixDataInput extends Omit<PrefixData, "kind" | "payload"> {
  readonly payload: JsonWritable;
}

/**
 * Writes a message of a channel.
 *
 * @spec document 1, Events, Protocol A
 */
export function encodePrefixData(message: PrefixDataInput): string {
  const { channel, payload, ...rest } = message;
  return encodeJson(envelopeCodec, { ...rest, topic: channel, payload: payload as NonNullable<JsonWritable> });
}

/**
 * Writes the answer to a login.
 *
 * @spec document 1, Events, Private stream login acknowledgement
 */
export function encodeLoginAcknowledgement(userId: string, result: string): string {
  return encodeJson(acknowledgementCodec, { topic: privateChannel, userId, dataKind: "full", payload: { result } });
}
