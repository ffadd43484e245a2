import { dataKind } from "../../enums/data-kind.js";
import { pushCompression } from "../../enums/push-compression.js";
import { list, record, required } from "../../shape/composite.js";
import { anything, text } from "../../shape/scalar.js";
import type { RecordOf, RecordValue, ValueOf } from "../../shape/value.js";

const fields = {
  /** Name of the channel, service name included. */
  channel: required("channel", text()),
  /** Whether the payload is JSON or base64 of a compressed text. */
  compression: required("binary", pushCompression),
  /** Whether the payload holds everything or what changed. */
  dataKind: required("data_type", dataKind),
  /** The channel's own data, or text when it is compressed. */
  payload: required("data", anything()),
};

/** What a message of protocol B looks like; the channel decides what `payload` holds. */
export const channelEnvelope: RecordOf<typeof fields, ChannelEnvelope> = /* @__PURE__ */ record(
  "channel-envelope",
  fields,
  {
    spec: "document 1, Events, Protocol B; field note 19",
  },
);

/** Decoded {@link channelEnvelope}. */
export interface ChannelEnvelope extends RecordValue<typeof fields> {}

/**
 * A whole message of protocol B: an array of envelopes.
 *
 * @spec document 1, Events, Protocol B
 */
export const channelMessage = /* @__PURE__ */ list(channelEnvelope);

/** Decoded {@link channelMessage}. */
export type ChannelMessage = ValueOf<typeof channelMessage>;
