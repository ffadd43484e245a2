import { pushCompression } from "../../enums/push-compression.js";
import { fixed, optional, record, required } from "../../shape/composite.js";
import { integer, text } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Asks for a channel of protocol B.
 *
 * @spec document 1, Events, Protocol B
 */
export const channelSubscribe = record(
  "channel-subscribe",
  {
    /** Always `addChannel`. */
    event: fixed("event", "addChannel"),
    /** Name of the channel, service name included. */
    channel: required("channel", text()),
    /** Whether the data shall be compressed; the service may compress all the same. */
    compression: optional("binary", pushCompression),
    /** Version of the payload: 8 for klines, 3 for depth, omitted for deals. */
    version: optional("ver", integer({ min: 0 })),
  },
  { spec: "document 1, Events, Protocol B" },
);

/** Decoded {@link channelSubscribe}. */
export type ChannelSubscribe = ValueOf<typeof channelSubscribe>;

/**
 * Gives a channel of protocol B back.
 *
 * @spec field note 21
 */
export const channelUnsubscribe = record(
  "channel-unsubscribe",
  {
    /** Always `removeChannel`. */
    event: fixed("event", "removeChannel"),
    /** Name of the channel, service name included. */
    channel: required("channel", text()),
  },
  { spec: "field note 21", ignored: ["binary", "ver"] },
);

/** Decoded {@link channelUnsubscribe}. */
export type ChannelUnsubscribe = ValueOf<typeof channelUnsubscribe>;

/**
 * Asks for the private stream over protocol B. A secret: it carries no timestamp and may be replayed.
 *
 * @spec field note 21
 */
export const channelLogin = record(
  "channel-login",
  {
    /** The API key. */
    apiKey: required("apikey", text()),
    /** The private stream's name, service name included. */
    channel: required("channel", text()),
    /** Always `addChannel`. */
    event: fixed("event", "addChannel"),
    /** HMAC-MD5 over the text of {@link channelLoginSigned}. */
    signature: required("sign", text()),
  },
  { spec: "field note 21", ignored: ["binary"] },
);

/** Decoded {@link channelLogin}. */
export type ChannelLogin = ValueOf<typeof channelLogin>;

/**
 * What a protocol B login signs: the JSON text of this record.
 *
 * @spec field note 21
 */
export const channelLoginSigned = record(
  "channel-login-signed",
  {
    /** The API key. */
    apiKey: required("apikey", text()),
    /** The private stream's name, service name included. */
    channel: required("channel", text()),
    /** Always `addChannel`. */
    event: fixed("event", "addChannel"),
  },
  { spec: "field note 21" },
);

/** Decoded {@link channelLoginSigned}. */
export type ChannelLoginSigned = ValueOf<typeof channelLoginSigned>;
