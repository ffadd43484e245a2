import { dataKind } from "../../enums/data-kind.js";
import { privateChannel } from "../../names/channel.js";
import { errorObject } from "../../records/failure.js";
import { userIdAsText } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { anything, literal, text } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * What every channel's message looks like; the channel decides what `payload` holds.
 *
 * @spec document 1, Events, Protocol A
 */
export const prefixEnvelope = record(
  "prefix-envelope",
  {
    /** Name of the channel. */
    topic: required("topic", text()),
    /** Whose private stream it is; on `ALL_ALL_login` only. */
    userId: optional("uid", userIdAsText),
    /** Whether the payload holds everything or what changed. */
    dataKind: required("t", dataKind),
    /** The channel's own data. */
    payload: required("d", anything()),
  },
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixEnvelope}. */
export type PrefixEnvelope = ValueOf<typeof prefixEnvelope>;

/**
 * What a login acknowledgement holds.
 *
 * @spec document 1, Events, Protocol A
 */
export const prefixLoginResult = record(
  "prefix-login-result",
  {
    /** A subscription-success message. Nobody matches on it. */
    result: required("result", text()),
  },
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixLoginResult}. */
export type PrefixLoginResult = ValueOf<typeof prefixLoginResult>;

/**
 * The answer to a login.
 *
 * @spec document 1, Events, Protocol A
 */
export const prefixLoginAcknowledgement = record(
  "prefix-login-acknowledgement",
  {
    /** The private stream's name. */
    topic: required("topic", literal(privateChannel)),
    /** Whose stream it is. */
    userId: required("uid", userIdAsText),
    /** Always full. */
    dataKind: required("t", dataKind),
    /** What the service says. */
    payload: required("d", prefixLoginResult),
  },
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixLoginAcknowledgement}. */
export type PrefixLoginAcknowledgement = ValueOf<typeof prefixLoginAcknowledgement>;

/**
 * Tells that a message of the client was refused.
 *
 * @spec field note 4
 */
export const prefixError = record(
  "prefix-error",
  {
    /** The channel that was asked for. */
    channel: optional("channel", text()),
    /** Why. */
    error: required("error", errorObject),
  },
  { spec: "field note 4" },
);

/** Decoded {@link prefixError}. */
export type PrefixError = ValueOf<typeof prefixError>;
