import { type Ping, type Pong, ping, pong, prefixError } from "@depthwire/schema/internal";
import { hasKey, type JsonValue } from "./json/json-value.js";
import { type Codec, compileRecord, encodeJson } from "./record/compile.js";

/** A sign of life, either direction, both protocols. `ms` is the asking side's clock in epoch milliseconds. */
export type PushHeartbeat =
  | { readonly kind: "ping"; readonly ms: number }
  | { readonly kind: "pong"; readonly ms: number };

/** A refusal. `code` is the venue's number, `message` is for people, `channel` is what was asked for. */
export interface PushRefusal {
  readonly kind: "error";
  readonly code: number;
  readonly message: string;
  readonly channel?: string;
}

const pingCodec: Codec<Ping> = /* @__PURE__ */ compileRecord(ping);
const pongCodec: Codec<Pong> = /* @__PURE__ */ compileRecord(pong);
const errorCodec = /* @__PURE__ */ compileRecord(prefixError);

/**
 * Reads a ping or pong, or gives undefined for what is neither.
 *
 * @throws ProtocolError `message-shape`
 * @spec field note 8
 */
export function decodeHeartbeat(wire: JsonValue): PushHeartbeat | undefined {
  if (hasKey(wire, "ping")) {
    return { kind: "ping", ms: pingCodec.decode(wire).sentAtMs };
  }
  if (hasKey(wire, "pong")) {
    return { kind: "pong", ms: pongCodec.decode(wire).sentAtMs };
  }
  return undefined;
}

/**
 * Reads a refusal; undefined if the message is not a refusal.
 *
 * @throws ProtocolError `message-shape`
 * @spec field note 4
 */
export function decodeRefusal(wire: JsonValue): PushRefusal | undefined {
  if (!hasKey(wire, "error")) {
    return undefined;
  }
  const { channel, error } = errorCodec.decode(wire);
  return { kind: "error", code: error.code, message: error.message, ...(channel === undefined ? {} : { channel }) };
}

/**
 * A JSON ping.
 *
 * @param ms the sender's clock in epoch milliseconds; the pong returns it
 * @spec field note 8
 */
export function encodePing(ms: number): string {
  return encodeJson(pingCodec, { sentAtMs: ms });
}

/**
 * The answer to a JSON ping.
 *
 * @param ms what the ping said
 * @spec field note 8
 */
export function encodePong(ms: number): string {
  return encodeJson(pongCodec, { sentAtMs: ms });
}

/**
 * Writes a refusal.
 *
 * @param channel what was asked for, where it was a channel
 * @spec field note 4
 */
export function encodeErrorMessage(code: number, message: string, channel?: string): string {
  return encodeJson(errorCodec, { error: { code, message }, ...(channel === undefined ? {} : { channel }) });
}
