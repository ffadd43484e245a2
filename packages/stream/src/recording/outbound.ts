import {
  decodeClientMessage,
  encodePing,
  encodePong,
  encodeSubscribe,
  encodeUnsubscribe,
  type PrefixClientMessage,
} from "@depthwire/core";
import { protocolErrorOf } from "../protocol-error-of.js";
import type { WithheldText } from "./recording-entry.js";

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
 * What of an outbound text is recorded. The text itself never is: texts that are known to hold no secret are written
 * anew from what they mean, and all others are withheld. So a text nobody thought of cannot leak.
 */
export function outboundRecordOf(text: string): OutboundRecord {
  let message: PrefixClientMessage;
  try {
    message = decodeClientMessage(text);
  } catch (error) {
    if (protocolErrorOf(error) === undefined) {
      throw error;
    }
    return { kind: "outbound-withheld", content: "unknown" };
  }
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

/** The address without what may be a secret in it: user, password, query and fragment. */
export function publicAddressOf(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
}

function said(text: string, change: ChannelChange | undefined): OutboundRecord {
  return { kind: "outbound", text, change };
}
