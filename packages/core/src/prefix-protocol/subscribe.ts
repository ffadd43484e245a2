import {
  type PrefixSubscribe,
  type PrefixUnsubscribe,
  prefixSubscribe,
  prefixUnsubscribe,
} from "@depthwire/schema/internal";
import { type Codec, compileRecord, encodeJson } from "../record/compile.js";

/** Both directions of a subscription; the server half is `decodeClientMessage`. */
export const prefixSubscribeCodec: Codec<PrefixSubscribe> = /* @__PURE__ */ compileRecord(prefixSubscribe);
/** Both directions of giving a channel up. */
export const prefixUnsubscribeCodec: Codec<PrefixUnsubscribe> = /* @__PURE__ */ compileRecord(prefixUnsubscribe);

/**
 * Asks for a channel. No acknowledgement is documented: the channel's first message is one.
 *
 * @param channel such as `4BTC_USDT_depth`
 * @spec document 1, Events, Protocol A
 */
export function encodeSubscribe(channel: string): string {
  return encodeJson(prefixSubscribeCodec, { event: "addChannel", channel });
}

/**
 * Gives a channel up.
 *
 * @spec field note 6
 */
export function encodeUnsubscribe(channel: string): string {
  return encodeJson(prefixUnsubscribeCodec, { channel });
}
