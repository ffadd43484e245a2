import { prefixLoginStringToSign } from "@depthwire/core";
import {
  createChannelParser,
  decodeClientMessage,
  type EncodedFrame,
  encodeLoginAcknowledgement,
  type ParseChannel,
} from "@depthwire/core/internal";
import { prefixProtocolChannels, privateChannel } from "@depthwire/schema/internal";
import type { Feed } from "../feed.js";
import type { FrameWriter } from "../frame-writer.js";
import type { Outlet } from "../outlet/outlet.js";
import { type ClientDialect, type ClientRequest, loginResult } from "./client-dialect.js";
import { publicFeed } from "./public-feed.js";

/** Protocol A. @spec document 1, Events, Protocol A */
export class PrefixDialect implements ClientDialect {
  readonly privateChannel: string = privateChannel;
  readonly #frames: FrameWriter;
  readonly #outlet: Outlet;
  readonly #parse: ParseChannel = createChannelParser(prefixProtocolChannels, "");

  constructor(frames: FrameWriter, outlet: Outlet) {
    this.#frames = frames;
    this.#outlet = outlet;
  }

  decode(text: string): ClientRequest {
    const message = decodeClientMessage(text);
    switch (message.kind) {
      case "subscribe":
        return { ...message, compressed: false };
      case "login":
        return { ...message, stringToSign: prefixLoginStringToSign(message.apiKey) };
      default:
        return message;
    }
  }

  feedOf(channel: string): Feed | undefined {
    return publicFeed(this.#parse(channel));
  }

  outlet(): Outlet {
    return this.#outlet;
  }

  acknowledgement(userId: string): EncodedFrame {
    return this.#frames.private(encodeLoginAcknowledgement(userId, loginResult));
  }

  notice(text: string): EncodedFrame {
    return this.#frames.notice(text);
  }
}
