import {
  decodeClientMessage,
  encodeErrorMessage,
  encodeLoginAcknowledgement,
  encodePong,
  ProtocolError,
  prefixLoginStringToSign,
} from "@depthwire/core";
import { limits, privateChannel, type VenueCode } from "@depthwire/schema";
import type { ApiKeys } from "../api-keys.js";
import { venueText } from "../venue-text.js";
import { depthTopic, pairOfDepthTopic } from "./depth-message.js";
import type { DepthPublisher } from "./depth-publisher.js";
import type { FrameWriter } from "./frame-writer.js";
import type { Hub } from "./hub.js";
import type { PushConnection } from "./push-connection.js";

/** What a client of protocol A can reach. */
export interface PrefixServices {
  readonly hub: Hub;
  readonly frames: FrameWriter;
  readonly depth: DepthPublisher;
  readonly keys: ApiKeys;
  hasPair(pair: string): boolean;
}

/** One client's side of protocol A. */
export class PrefixConnection {
  readonly #connection: PushConnection;
  readonly #services: PrefixServices;
  /** Whose private stream this is, after a login. */
  #apiKey: string | undefined;

  constructor(connection: PushConnection, services: PrefixServices) {
    this.#connection = connection;
    this.#services = services;
  }

  /** One message of the client. */
  receive(text: string): void {
    const message = this.#decode(text);
    switch (message?.kind) {
      case "subscribe":
        this.#subscribe(message.channel);
        break;
      case "unsubscribe":
        this.#services.hub.unsubscribe(message.channel, this.#connection);
        break;
      case "login":
        this.#login(message.apiKey, message.signature);
        break;
      case "logout":
        this.#logout(message.apiKey);
        break;
      case "ping":
        this.#notify(encodePong(message.ms));
        break;
      case "pong":
        this.#connection.answered();
        break;
      case undefined:
        break;
    }
  }

  #decode(text: string): ReturnType<typeof decodeClientMessage> | undefined {
    try {
      return decodeClientMessage(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // Well-formed, but nothing that can be asked for: 3017. Anything else is no message at all: 3010.
      this.#refuse(error.code === "message-shape" ? 3017 : 3010, undefined);
      return undefined;
    }
  }

  #subscribe(channel: string): void {
    const { hub, depth, hasPair } = this.#services;
    const pair = pairOfDepthTopic(channel);
    if (pair === undefined || !hasPair(pair)) {
      this.#refuse(3009, channel);
      return;
    }
    const { channels } = this.#connection;
    if (!channels.has(channel)) {
      if (channels.size >= limits.subscriptions.max) {
        this.#refuse(3010, channel);
        return;
      }
      depth.refresh(pair);
      hub.subscribe(depthTopic(pair), this.#connection);
    }
    // A repeated subscription is answered like the first one: with everything.
    depth.sendSnapshot(pair, this.#connection);
  }

  #login(apiKey: string, signature: string): void {
    const verdict = this.#services.keys.judge(apiKey, prefixLoginStringToSign(apiKey), signature);
    if ("refused" in verdict) {
      this.#refuse(verdict.refused, privateChannel);
      return;
    }
    this.#apiKey = apiKey;
    const text = encodeLoginAcknowledgement(String(verdict.userId), "subscription succeeded");
    this.#connection.send(this.#services.frames.data(text));
  }

  /** Giving up one's own stream needs no proof; another key's is not on this connection. */
  #logout(apiKey: string): void {
    if (this.#apiKey === apiKey) this.#apiKey = undefined;
    else this.#refuse(3012, privateChannel);
  }

  #refuse(code: VenueCode, channel: string | undefined): void {
    this.#notify(encodeErrorMessage(code, venueText(code), channel));
  }

  #notify(text: string): void {
    this.#connection.send(this.#services.frames.notice(text));
  }
}
