import {
  type ChannelGrammar,
  type ChannelSubscribe,
  type ChannelUnsubscribe,
  channelSubscribe,
  channelUnsubscribe,
} from "@depthwire/schema/internal";
import { type ChannelParameters, formatChannel } from "../names/channel-parts.js";
import { type Codec, compileRecord, encodeJson } from "../record/compile.js";

/** Both directions of a subscription; the server half is `decodeChannelClientMessage`. */
export const channelSubscribeCodec: Codec<ChannelSubscribe> = /* @__PURE__ */ compileRecord(channelSubscribe);
/** Both directions of giving a channel up. */
export const channelUnsubscribeCodec: Codec<ChannelUnsubscribe> = /* @__PURE__ */ compileRecord(channelUnsubscribe);

/**
 * Asks for a channel, uncompressed and in the version that the document names for it.
 *
 * @param grammar one of `channelProtocolChannels`
 * @spec document 1, Events, Protocol B
 */
export function encodeChannelSubscribe(grammar: ChannelGrammar, parameters: ChannelParameters): string {
  return encodeChannelSubscription(formatChannel(grammar, parameters), grammar.version);
}

/**
 * Asks for a channel by its whole name, uncompressed.
 *
 * @param version the grammar's; undefined: the field is omitted
 * @spec document 1, Events, Protocol B
 */
export function encodeChannelSubscription(channel: string, version: number | undefined): string {
  return encodeJson(channelSubscribeCodec, {
    channel,
    compression: "plain",
    ...(version === undefined ? {} : { version }),
  });
}

/**
 * Gives a channel up.
 *
 * @param channel the whole name
 * @spec field note 21
 */
export function encodeChannelUnsubscribe(channel: string): string {
  return encodeJson(channelUnsubscribeCodec, { channel });
}
