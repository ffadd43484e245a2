import {
  decodeChannelClientMessage,
  decodeClientMessage,
  encodeChannelSubscription,
  encodeChannelUnsubscribe,
  encodePing,
  encodePong,
  encodeSubscribe,
  encodeUnsubscribe,
  protocolErrorOf,
} from "@depthwire/core/internal";

/** Why an outbound text is not in the recording. `unknown` texts might hold a secret. */
export type WithheldText = "login" | "logout" | "unknown";

/** What may be known of an outbound text. */
export type OutboundRecord =
  | { readonly kind: "outbound"; readonly text: string; readonly change: ChannelChange | undefined }
  | { readonly kind: "outbound-withheld"; readonly content: WithheldText };

/** What a text does to the channels of its connection. */
export interface ChannelChange {
  readonly change: "added" | "removed";
  readonly channel: string;
}

/**
 * The recorded form of an outbound text. The text itself is never recorded: texts known to hold no secret are rewritten
 * from their meaning, and all others are withheld. So a text nobody thought of cannot leak.
 */
export function outboundRecordOf(text: string): OutboundRecord {
  return (
    readAs(prefixRecordOf, text) ?? readAs(channelRecordOf, text) ?? { kind: "outbound-withheld", content: "unknown" }
  );
}

/** Undefined if the text is not of that protocol. */
function readAs(recordOf: (text: string) => OutboundRecord, text: string): OutboundRecord | undefined {
  try {
    return recordOf(text);
  } catch (error) {
    if (protocolErrorOf(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

function prefixRecordOf(text: string): OutboundRecord {
  const message = decodeClientMessage(text);
  switch (message.kind) {
    case "subscribe":
      return said(encodeSubscribe(message.channel), { change: "added", channel: message.channel });
    case "unsubscribe":
      return said(encodeUnsubscribe(message.channel), { change: "removed", channel: message.channel });
    case "ping":
      return said(encodePing(message.ms), undefined);
    case "pong":
      return said(encodePong(message.ms), undefined);
    case "login":
    case "logout":
      return { kind: "outbound-withheld", content: message.kind };
  }
}

/** Protocol B's pings are the same as protocol A's, so they never come here. */
function channelRecordOf(text: string): OutboundRecord {
  const message = decodeChannelClientMessage(text);
  switch (message.kind) {
    case "subscribe": {
      const { channel, version } = message;
      return said(encodeChannelSubscription(channel, version), { change: "added", channel });
    }
    case "unsubscribe":
      return said(encodeChannelUnsubscribe(message.channel), { change: "removed", channel: message.channel });
    case "login":
      return { kind: "outbound-withheld", content: "login" };
    default:
      return { kind: "outbound-withheld", content: "unknown" };
  }
}

/** The address without what may be a secret in it: user, password, query and fragment. */
export function publicAddressOf(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
}

function said(text: string, change: ChannelChange | undefined): OutboundRecord {
  return { kind: "outbound", text, change };
}
