import { type Ping, type Pong, ping, pong } from "@depthwire/schema";
import { type Codec, compileRecord, encodeJson } from "../record/compile.js";

/** Both directions of a JSON ping. */
export const pingCodec: Codec<Ping> = /* @__PURE__ */ compileRecord(ping);
/** Both directions of a JSON pong. */
export const pongCodec: Codec<Pong> = /* @__PURE__ */ compileRecord(pong);

/**
 * A JSON ping, either direction.
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
