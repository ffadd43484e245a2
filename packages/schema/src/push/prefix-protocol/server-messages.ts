import { dataKind } from "../../enums/data-kind.js";
import { privateChannel } from "../../names/channel.js";
import { errorObject } from "../../records/failure.js";
import { userIdAsText } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { anything, literal, text } from "../../shape/scalar.js";
import type { RecordOf, RecordValue } from "../../shape/value.js";

const prefixEnvelopeFields = {
  /** Name of the channel. */
  topic: required("topic", text()),
  /** Whose private stream it is; on `ALL_ALL_login` only. */
  userId: optional("uid", userIdAsText),
  /** Whether the payload holds everything or what changed. */
  dataKind: required("t", dataKind),
  /** The channel's own data. */
  payload: required("d", anything()),
};

/** What every channel's message looks like; the channel decides what `payload` holds. */
export const prefixEnvelope: RecordOf<typeof prefixEnvelopeFields, PrefixEnvelope> = /* @__PURE__ */ record(
  "prefix-envelope",
  prefixEnvelopeFields,
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixEnvelope}. */
export interface PrefixEnvelope extends RecordValue<typeof prefixEnvelopeFields> {}

const prefixLoginResultFields = {
  /** A subscription-success message. Nobody matches on it. */
  result: required("result", text()),
};

/** What a login acknowledgement holds. */
export const prefixLoginResult: RecordOf<typeof prefixLoginResultFields, PrefixLoginResult> = /* @__PURE__ */ record(
  "prefix-login-result",
  prefixLoginResultFields,
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link prefixLoginResult}. */
export interface PrefixLoginResult extends RecordValue<typeof prefixLoginResultFields> {}

const prefixLoginAcknowledgementFields = {
  /** The private stream's name. */
  topic: required("topic", literal(privateChannel)),
  /** Whose stream it is. */
  userId: required("uid", userIdAsText),
  /** Always full. */
  dataKind: required("t", dataKind),
  /** What the service says. */
  payload: required("d", prefixLoginResult),
};

/** The answer to a login. */
export const prefixLoginAcknowledgement: RecordOf<typeof prefixLoginAcknowledgementFields, PrefixLoginAcknowledgement> =
  /* @__PURE__ */ record("prefix-login-acknowledgement", prefixLoginAcknowledgementFields, {
    spec: "document 1, Events, Protocol A",
  });

/** Decoded {@link prefixLoginAcknowledgement}. */
export interface PrefixLoginAcknowledgement extends RecordValue<typeof prefixLoginAcknowledgementFields> {}

const prefixErrorFields = {
  /** The channel that was asked for. */
  channel: optional("channel", text()),
  /** Why. */
  error: required("error", errorObject),
};

/** Tells that a message of the client was refused. */
export const prefixError: RecordOf<typeof prefixErrorFields, PrefixError> = /* @__PURE__ */ record(
  "prefix-error",
  prefixErrorFields,
  {
    spec: "field note 4",
  },
);

/** Decoded {@link prefixError}. */
export interface PrefixError extends RecordValue<typeof prefixErrorFields> {}
