import { jsonDepthLimit } from "@depthwire/schema/internal";
import { ProtocolError } from "../error/protocol-error.js";
import { hasKey, type JsonLimits } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { decodeHeartbeat, type PushHeartbeat } from "../push-control.js";
import { prefixLoginCodec, prefixLogoutCodec } from "./login.js";
import { prefixSubscribeCodec, prefixUnsubscribeCodec } from "./subscribe.js";

/** What a client may say over protocol A. */
export type PrefixClientMessage =
  | { readonly kind: "subscribe"; readonly channel: string }
  | { readonly kind: "unsubscribe"; readonly channel: string }
  /** `signature` is over `prefixLoginStringToSign(apiKey)`. */
  | { readonly kind: "login"; readonly apiKey: string; readonly signature: string }
  | { readonly kind: "logout"; readonly apiKey: string; readonly signature: string }
  | PushHeartbeat;

/** Client messages are short: depth 32, length 16 KiB. */
export const clientMessageLimits: JsonLimits = { maxDepth: jsonDepthLimit.max, maxLength: 16 * 1024 };

/**
 * Decodes one message of a client, the server half of `encodeSubscribe`, `encodeLogin` and their like.
 *
 * @throws ProtocolError `message-shape` (its path is `event` when only the event is illegal), and those of `parseExact`
 * @spec document 1, Events, Protocol A; field notes 6, 7 and 8
 */
export function decodeClientMessage(text: string, limits: JsonLimits = clientMessageLimits): PrefixClientMessage {
  const wire = parseExact(text, limits);
  const heartbeat = decodeHeartbeat(wire);
  if (heartbeat !== undefined) {
    return heartbeat;
  }
  const isSigned = hasKey(wire, "apikey");
  if (hasKey(wire, "unsub")) {
    return isSigned
      ? { kind: "logout", ...keyAndSignature(prefixLogoutCodec.decode(wire)) }
      : { kind: "unsubscribe", channel: prefixUnsubscribeCodec.decode(wire).channel };
  }
  if (isSigned) {
    return { kind: "login", ...keyAndSignature(prefixLoginCodec.decode(wire)) };
  }
  if (hasKey(wire, "sub")) {
    return { kind: "subscribe", channel: prefixSubscribeCodec.decode(wire).channel };
  }
  throw new ProtocolError("message-shape", { path: "", expected: "a subscription, a login or a ping" });
}

function keyAndSignature(login: { readonly apiKey: string; readonly signature: string }): {
  readonly apiKey: string;
  readonly signature: string;
} {
  return { apiKey: login.apiKey, signature: login.signature };
}
