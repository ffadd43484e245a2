import { hasKey, type JsonLimits } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { clientMessageLimits } from "../prefix-protocol/client-message.js";
import { decodeHeartbeat, type PushHeartbeat } from "../push-control.js";
import { channelLoginCodec } from "./login.js";
import { channelSubscribeCodec, channelUnsubscribeCodec } from "./subscribe.js";

/** What a client may say over protocol B. */
export type ChannelClientMessage =
  /** `version` is what the client wants the payload to look like; `compressed` whether it asked for compressed data. */
  | { readonly kind: "subscribe"; readonly channel: string; readonly version?: number; readonly compressed?: true }
  | { readonly kind: "unsubscribe"; readonly channel: string }
  /** `signature` is over `channelLoginStringToSign(apiKey, serviceName)`, where `channel` is the private one of that service name. */
  | { readonly kind: "login"; readonly apiKey: string; readonly signature: string; readonly channel: string }
  | PushHeartbeat;

const removal = "removeChannel";

/**
 * Decodes one message of a client of protocol B.
 *
 * @throws ProtocolError `message-shape` (its path is `event` when only the event is illegal), and those of `parseExact`
 * @spec document 1, Events, Protocol B; field notes 8 and 21
 */
export function decodeChannelClientMessage(
  text: string,
  limits: JsonLimits = clientMessageLimits,
): ChannelClientMessage {
  const wire = parseExact(text, limits);
  const heartbeat = decodeHeartbeat(wire);
  if (heartbeat !== undefined) {
    return heartbeat;
  }
  if (hasKey(wire, "apikey")) {
    const { apiKey, signature, channel } = channelLoginCodec.decode(wire);
    return { kind: "login", apiKey, signature, channel };
  }
  if (hasKey(wire, "event") && wire["event"] === removal) {
    return { kind: "unsubscribe", channel: channelUnsubscribeCodec.decode(wire).channel };
  }
  const { channel, version, compression } = channelSubscribeCodec.decode(wire);
  return {
    kind: "subscribe",
    channel,
    ...(version === undefined ? {} : { version }),
    ...(compression === "compressed" ? { compressed: true } : {}),
  };
}
