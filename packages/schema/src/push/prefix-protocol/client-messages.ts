import { privateChannel } from "../../names/channel.js";
import { milliseconds } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { literal, text } from "../../shape/scalar.js";
import type { RecordOf, RecordValue } from "../../shape/value.js";

const prefixSubscribeFields = {
  /** Always sent, not always required. */
  event: optional("event", literal("addChannel")),
  /** Name of the channel. */
  channel: required("sub", text()),
};

/** Asks for a channel. No acknowledgement exists: the first message of the channel is one. */
export const prefixSubscribe: RecordOf<typeof prefixSubscribeFields, PrefixSubscribe> = /* @__PURE__ */ record(
  "prefix-subscribe",
  prefixSubscribeFields,
  { spec: "document 1, Events, Protocol A; field note 6" },
);

/** Decoded {@link prefixSubscribe}. */
export interface PrefixSubscribe extends RecordValue<typeof prefixSubscribeFields> {}

const prefixUnsubscribeFields = {
  /** Name of the channel. */
  channel: required("unsub", text()),
};

/** Gives a channel back. No acknowledgement exists. */
export const prefixUnsubscribe: RecordOf<typeof prefixUnsubscribeFields, PrefixUnsubscribe> = /* @__PURE__ */ record(
  "prefix-unsubscribe",
  prefixUnsubscribeFields,
  { spec: "field note 6", ignored: ["event"] },
);

/** Decoded {@link prefixUnsubscribe}. */
export interface PrefixUnsubscribe extends RecordValue<typeof prefixUnsubscribeFields> {}

const prefixLoginFields = {
  /** The API key. */
  apiKey: required("apikey", text()),
  /** HMAC-MD5 over the text of {@link prefixLoginSigned}. */
  signature: required("sign", text()),
  /** The private stream's name. */
  channel: required(["sub", "channel"], literal(privateChannel)),
};

/** Asks for the private stream. A secret: it carries no timestamp and may be replayed. */
export const prefixLogin: RecordOf<typeof prefixLoginFields, PrefixLogin> = /* @__PURE__ */ record(
  "prefix-login",
  prefixLoginFields,
  {
    spec: "document 1, Authentication; field note 7",
    ignored: ["event"],
  },
);

/** Decoded {@link prefixLogin}. */
export interface PrefixLogin extends RecordValue<typeof prefixLoginFields> {}

const prefixLoginSignedFields = {
  /** The API key. */
  apiKey: required("apikey", text()),
  /** The private stream's name. */
  channel: required("sub", literal(privateChannel)),
};

/** What a protocol A login signs: the JSON text of this record. */
export const prefixLoginSigned: RecordOf<typeof prefixLoginSignedFields, PrefixLoginSigned> = /* @__PURE__ */ record(
  "prefix-login-signed",
  prefixLoginSignedFields,
  { spec: "document 1, Authentication" },
);

/** Decoded {@link prefixLoginSigned}. */
export interface PrefixLoginSigned extends RecordValue<typeof prefixLoginSignedFields> {}

const prefixLogoutFields = {
  /** The API key. */
  apiKey: required("apikey", text()),
  /** The signature of the login. */
  signature: required("sign", text()),
  /** The private stream's name. */
  channel: required("unsub", literal(privateChannel)),
};

/** Gives the private stream back. */
export const prefixLogout: RecordOf<typeof prefixLogoutFields, PrefixLogout> = /* @__PURE__ */ record(
  "prefix-logout",
  prefixLogoutFields,
  { spec: "field note 6", ignored: ["event"] },
);

/** Decoded {@link prefixLogout}. */
export interface PrefixLogout extends RecordValue<typeof prefixLogoutFields> {}

const pingFields = {
  /** The sender's time, to be returned in the pong. */
  sentAtMs: required("ping", milliseconds),
};

/** Asks the other side for a sign of life, in either direction. */
export const ping: RecordOf<typeof pingFields, Ping> = /* @__PURE__ */ record("ping", pingFields, {
  spec: "field note 8",
});

/** Decoded {@link ping}. */
export interface Ping extends RecordValue<typeof pingFields> {}

const pongFields = {
  /** The time that the ping carried. */
  sentAtMs: required("pong", milliseconds),
};

/** Answers a ping. */
export const pong: RecordOf<typeof pongFields, Pong> = /* @__PURE__ */ record("pong", pongFields, {
  spec: "field note 8",
});

/** Decoded {@link pong}. */
export interface Pong extends RecordValue<typeof pongFields> {}
