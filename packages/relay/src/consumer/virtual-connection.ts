import {
  type ChannelParts,
  createChannelParser,
  decodeChannelClientMessage,
  decodeClientMessage,
  encodeErrorMessage,
  encodeUtf8,
  type ParseChannel,
  protocolErrorOf,
} from "@depthwire/core/internal";
import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import type { FrameFeed, PushProtocol, Socket } from "@depthwire/stream";
import { busChannelOf } from "../wire/bus-channel.js";
import type { FollowedChannel } from "./outlet.js";

/** What a connection asks of its link. */
export interface ConnectionOwner {
  /** Begins to follow a channel. Returns what ends that. */
  follow(followed: FollowedChannel): () => void;
}

const normalClosure = 1000;
/** @spec document 1, Errors */
const illegalChannel = 3009;
const parsePrefixChannel = createChannelParser(prefixProtocolChannels, "");
/** What protocol B writes between the service name and the channel. */
const serviceEnding = "_sub_spot_";

/** What an engine takes for its connection to the venue. It speaks both push protocols, by what the engine says. */
export class VirtualConnection implements Socket {
  readonly #feed: FrameFeed;
  readonly #owner: ConnectionOwner;
  readonly #followed = new Map<string, () => void>();
  /** Whose channels it parses: an engine has one service name. */
  #service: { readonly name: string; readonly parse: ParseChannel } | undefined;
  #isClosed = false;

  constructor(feed: FrameFeed, owner: ConnectionOwner) {
    this.#feed = feed;
    this.#owner = owner;
  }

  send(text: string): void {
    const message = readMessage(text);
    if (this.#isClosed || message === undefined) {
      return;
    }
    const { kind, channel, protocol } = message;
    if (kind === "other") {
      this.#feed.controlFrame();
      return;
    }
    this.#leave(channel);
    if (kind === "subscribe") {
      this.#follow(channel, protocol);
    }
  }

  ping(): void {
    if (!this.#isClosed) {
      this.#feed.controlFrame();
    }
  }

  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const channel of this.#followed.keys()) {
        this.#leave(channel);
      }
      this.#feed.closed(normalClosure, "closed");
    }
  }

  #follow(channel: string, protocol: PushProtocol): void {
    const parts = this.#partsOf(channel, protocol);
    const name = parts && busChannelOf(parts);
    if (parts === undefined || name === undefined) {
      // As the venue does: the engine asks again from time to time.
      this.#feed.push(encodeUtf8(encodeErrorMessage(illegalChannel, "not carried by the relay", channel)));
      return;
    }
    this.#followed.set(channel, this.#owner.follow({ pair: parts.pair, name, channel, protocol, feed: this.#feed }));
  }

  /** Takes a channel apart, whatever the service name. Undefined for none of the protocol's. */
  #partsOf(channel: string, protocol: PushProtocol): ChannelParts | undefined {
    if (protocol === "prefix") {
      return parsePrefixChannel(channel);
    }
    const end = channel.indexOf(serviceEnding);
    if (end >= 0 && this.#service?.name !== channel.slice(0, end)) {
      const name = channel.slice(0, end);
      this.#service = { name, parse: createChannelParser(channelProtocolChannels, name) };
    }
    return end < 0 ? undefined : this.#service?.parse(channel);
  }

  #leave(channel: string): void {
    const end = this.#followed.get(channel);
    this.#followed.delete(channel);
    end?.();
  }
}

interface EngineMessage {
  readonly kind: "subscribe" | "unsubscribe" | "other";
  readonly channel: string;
  readonly protocol: PushProtocol;
}

/** Undefined for what is a message of neither protocol. */
function readMessage(text: string): EngineMessage | undefined {
  for (const [protocol, decode] of [
    ["prefix", decodeClientMessage],
    ["channel", decodeChannelClientMessage],
  ] as const) {
    try {
      const message = decode(text);
      const isSubscription = message.kind === "subscribe" || message.kind === "unsubscribe";
      return isSubscription
        ? { kind: message.kind, channel: message.channel, protocol }
        : { kind: "other", channel: "", protocol };
    } catch (error) {
      if (protocolErrorOf(error) === undefined) {
        throw error;
      }
    }
  }
  return undefined;
}
