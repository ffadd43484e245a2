import { pushCompression } from "../../enums/push-compression.js";
import { fixed, optional, record, required } from "../../shape/composite.js";
import { integer, text } from "../../shape/scalar.js";
import type { RecordOf, RecordValue } from "../../shape/value.js";

const channelSubscribeFields = {
  /** Always `addChannel`. */
  event: fixed("event", "addChannel"),
  /** Name of the channel, service name included. */
  channel: required("channel", text()),
  /** Whether the data shall be compressed; the service may compress all the same. */
  compression: optional("binary", pushCompression),
  /** Version of the payload: 8 for klines, 3 for depth, omitted for deals. */
  version: optional("ver", integer({ min: 0 })),
};

/** Asks for a channel of protocol B. */
export const channelSubscribe: RecordOf<typeof channelSubscribeFields, ChannelSubscribe> = /* @__PURE__ */ record(
  "channel-subscribe",
  channelSubscribeFields,
  { spec: "document 1, Events, Protocol B" },
);

/** Decoded {@link channelSubscribe}. */
export interface ChannelSubscribe extends RecordValue<typeof channelSubscribeFields> {}

const channelUnsubscribeFields = {
  /** Always `removeChannel`. */
  event: fixed("event", "removeChannel"),
  /** Name of the channel, service name included. */
  channel: required("channel", text()),
};

/** Gives a channel of protocol B back. */
export const channelUnsubscribe: RecordOf<typeof channelUnsubscribeFields, ChannelUnsubscribe> = /* @__PURE__ */ record(
  "channel-unsubscribe",
  channelUnsubscribeFields,
  { spec: "field note 21", ignored: ["binary", "ver"] },
);

/** Decoded {@link channelUnsubscribe}. */
export interface ChannelUnsubscribe extends RecordValue<typeof channelUnsubscribeFields> {}

const channelLoginFields = {
  /** The API key. */
  apiKey: required("apikey", text()),
  /** The private stream's name, service name included. */
  channel: required("channel", text()),
  /** Always `addChannel`. */
  event: fixed("event", "addChannel"),
  /** HMAC-MD5 over the text of {@link channelLoginSigned}. */
  signature: required("sign", text()),
};

/** Asks for the private stream over protocol B. A secret: it carries no timestamp and may be replayed. */
export const channelLogin: RecordOf<typeof channelLoginFields, ChannelLogin> = /* @__PURE__ */ record(
  "channel-login",
  channelLoginFields,
  { spec: "field note 21", ignored: ["binary"] },
);

/** Decoded {@link channelLogin}. */
export interface ChannelLogin extends RecordValue<typeof channelLoginFields> {}

const channelLoginSignedFields = {
  /** The API key. */
  apiKey: required("apikey", text()),
  /** The private stream's name, service name included. */
  channel: required("channel", text()),
  /** Always `addChannel`. */
  event: fixed("event", "addChannel"),
};

/** What a protocol B login signs: the JSON text of this record. */
export const channelLoginSigned: RecordOf<typeof channelLoginSignedFields, ChannelLoginSigned> = /* @__PURE__ */ record(
  "channel-login-signed",
  channelLoginSignedFields,
  { spec: "field note 21" },
);

/** Decoded {@link channelLoginSigned}. */
export interface ChannelLoginSigned extends RecordValue<typeof channelLoginSignedFields> {}
