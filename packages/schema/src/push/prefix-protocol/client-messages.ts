import { privateChannel } from "../../names/channel.js";
import { milliseconds } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { literal, text } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Asks for a channel. No acknowledgement exists: the first message of the channel is one.
 *
 * @spec document 1, Events, Protocol A; field note 6
 */
export const prefixSubscribe = record(
  "prefix-subscribe",
  {
    /** Always sent, not always required. */
    event: optional("event", literal("addChannel")),
    /** Name of the channel. */
    channel: required("sub", text()),
  },
  { spec: "document 1, Events, Protocol A; field note 6" },
);

/** Decoded {@link prefixSubscribe}. */
export type PrefixSubscribe = ValueOf<typeof prefixSubscribe>;

/**
 * Gives a channel back. No acknowledgement exists.
 *
 * @spec field note 6
 */
export const prefixUnsubscribe = record(
  "prefix-unsubscribe",
  {
    /** Name of the channel. */
    channel: required("unsub", text()),
  },
  { spec: "field note 6", ignored: ["event"] },
);

/** Decoded {@link prefixUnsubscribe}. */
export type PrefixUnsubscribe = ValueOf<typeof prefixUnsubscribe>;

/**
 * Asks for the private stream. A secret: it carries no timestamp and may be replayed.
 *
 * @spec document 1, Authentication; field note 7
 */
export const prefixLogin = record(
  "prefix-login",
  {
    /** The API key. */
    apiKey: required("apikey", text()),
    /** HMAC-MD5 over the text of {@link prefixLoginSigned}. */
    signature: required("sign", text()),
    /** The private stream's name. */
    channel: required(["sub", "channel"], literal(privateChannel)),
  },
  { spec: "document 1, Authentication; field note 7", ignored: ["event"] },
);

/** Decoded {@link prefixLogin}. */
export type PrefixLogin = ValueOf<typeof prefixLogin>;

/**
 * What a protocol A login signs: the JSON text of this record.
 *
 * @spec document 1, Authentication
 */
export const prefixLoginSigned = record(
  "prefix-login-signed",
  {
    /** The API key. */
    apiKey: required("apikey", text()),
    /** The private stream's name. */
    channel: required("sub", literal(privateChannel)),
  },
  { spec: "document 1, Authentication" },
);

/** Decoded {@link prefixLoginSigned}. */
export type PrefixLoginSigned = ValueOf<typeof prefixLoginSigned>;

/**
 * Gives the private stream back.
 *
 * @spec field note 6
 */
export const prefixLogout = record(
  "prefix-logout",
  {
    /** The API key. */
    apiKey: required("apikey", text()),
    /** The signature of the login. */
    signature: required("sign", text()),
    /** The private stream's name. */
    channel: required("unsub", literal(privateChannel)),
  },
  { spec: "field note 6", ignored: ["event"] },
);

/** Decoded {@link prefixLogout}. */
export type PrefixLogout = ValueOf<typeof prefixLogout>;

/**
 * Asks the other side for a sign of life, in either direction.
 *
 * @spec field note 8
 */
export const ping = record(
  "ping",
  {
    /** The sender's time, to be returned in the pong. */
    sentAtMs: required("ping", milliseconds),
  },
  { spec: "field note 8" },
);

/** Decoded {@link ping}. */
export type Ping = ValueOf<typeof ping>;

/**
 * Answers a ping.
 *
 * @spec field note 8
 */
export const pong = record(
  "pong",
  {
    /** The time that the ping carried. */
    sentAtMs: required("pong", milliseconds),
  },
  { spec: "field note 8" },
);

/** Decoded {@link pong}. */
export type Pong = ValueOf<typeof pong>;
