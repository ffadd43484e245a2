import { channelLoginStringToSign, ProtocolError } from "@depthwire/core";
import {
  createChannelParser,
  decodeChannelClientMessage,
  type EncodedFrame,
  encodeChannelLoginAcknowledgement,
  formatChannel,
  type ParseChannel,
} from "@depthwire/core/internal";
import { channelProtocolChannels } from "@depthwire/schema/internal";
import type { Feed } from "../feed.js";
import { textFrame } from "../outlet/channel-outlet.js";
import type { Outlet } from "../outlet/outlet.js";
import { type ClientDialect, type ClientRequest, loginResult } from "./client-dialect.js";
import { publicFeed } from "./public-feed.js";

/** Where protocol B's messages come out. */
export interface ChannelOutlets {
  readonly plain: Outlet;
  readonly binary: Outlet;
}

/** Protocol B. @spec document 1, Events, Protocol B; field notes 19 to 21 */
export class ChannelDialect implements ClientDialect {
  readonly privateChannel: string;
  readonly #serviceName: string;
  readonly #outlets: ChannelOutlets;
  readonly #parse: ParseChannel;

  constructor(serviceName: string, outlets: ChannelOutlets) {
    this.#serviceName = serviceName;
    this.#outlets = outlets;
    this.#parse = createChannelParser(channelProtocolChannels, serviceName);
    this.privateChannel = formatChannel(channelProtocolChannels.private, { serviceName });
  }

  decode(text: string): ClientRequest {
    const message = decodeChannelClientMessage(text);
    switch (message.kind) {
      case "subscribe":
        return { kind: "subscribe", channel: message.channel, compressed: message.compressed ?? false };
      case "login": {
        if (message.channel !== this.privateChannel) {
          throw new ProtocolError("message-shape", { path: "channel", expected: "the private channel" });
        }
        return { ...message, stringToSign: channelLoginStringToSign(message.apiKey, this.#serviceName) };
      }
      default:
        return message;
    }
  }

  feedOf(channel: string): Feed | undefined {
    return publicFeed(this.#parse(channel));
  }

  outlet(compressed: boolean): Outlet {
    return compressed ? this.#outlets.binary : this.#outlets.plain;
  }

  acknowledgement(): EncodedFrame {
    return textFrame(encodeChannelLoginAcknowledgement(this.privateChannel, loginResult));
  }

  notice(text: string): EncodedFrame {
    return textFrame(text);
  }
}
