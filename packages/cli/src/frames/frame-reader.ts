import { createInflate } from "@depthwire/book";
import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import {
  type ChannelServerMessage,
  createChannelParser,
  createFrameBody,
  decodeChannelEvent,
  decodeChannelMessage,
  decodeFrame,
  decodePrefixEvent,
  decodePrefixMessage,
  decodeUtf8,
  type FrameBody,
  type ParseChannel,
  type PrefixMessage,
  type PushEvent,
} from "@depthwire/core/internal";
import type { ChannelKind } from "@depthwire/schema";
import { type DataKind, prefixProtocolChannels } from "@depthwire/schema/internal";

/** One message of a channel within a frame. */
export interface ChannelMessage {
  readonly kind: ChannelKind;
  /** Empty for the private stream. */
  readonly pair: string;
  /** Empty where the channel has none or only one. */
  readonly period: string;
  /** As it stands on the wire. */
  readonly channel: string;
  /** Whether it holds everything or what changed. */
  readonly dataKind: DataKind;
  /** What it says. @throws ProtocolError where that cannot be read */
  event(): PushEvent;
}

/** What one frame holds. */
export interface ReadFrame {
  /** Empty for heartbeats, refusals and acknowledgements. */
  readonly messages: readonly ChannelMessage[];
  /** Refusals of the venue. */
  readonly refusals: readonly { readonly code: number; readonly message: string }[];
  /** The JSON text: of protocol A inflated, of protocol B as it came. */
  text(): string;
}

const opening = { list: 0x5b, object: 0x7b } as const;
/** A channel of protocol B is the service's name, this text, and the channel of protocol A. */
const channelProtocolForm = /^[\w-]{1,64}?_sub_spot_/;

/** Reads frames of both protocols, one at a time: bodies are inflated into memory that is used again. */
export class FrameReader {
  readonly #inflate: Inflate;
  readonly #limits: FrameLimits;
  readonly #body: FrameBody = createFrameBody();
  readonly #parse: ParseChannel;

  constructor(limits: FrameLimits = defaultFrameLimits) {
    this.#limits = limits;
    this.#inflate = createInflate(limits);
    const parse = createChannelParser(prefixProtocolChannels, "");
    // The same few names come again and again.
    const known = new Map<string, ReturnType<ParseChannel>>();
    this.#parse = (name) => {
      let parts = known.get(name);
      if (parts === undefined && !known.has(name)) {
        const inPrefix = name.replace(channelProtocolForm, "");
        parts = parse(inPrefix.endsWith("_depth_") ? inPrefix.slice(0, -1) : inPrefix);
        known.set(name, parts);
      }
      return parts;
    };
  }

  /**
   * Takes a frame apart. What it answers holds until the next one is read.
   *
   * @throws ProtocolError where that cannot be done
   */
  read(frame: Uint8Array): ReadFrame {
    return frame[0] === opening.list || this.#isChannelObject(frame)
      ? this.#readChannelProtocol(frame)
      : this.#readPrefixProtocol(frame);
  }

  /** Without a marker: protocol B, or an error or a pong of protocol A, which both protocols write in the same way. */
  #isChannelObject(frame: Uint8Array): boolean {
    return frame[0] === opening.object && decodeUtf8(frame, 0, frame.length).includes('"channel"');
  }

  #readPrefixProtocol(frame: Uint8Array): ReadFrame {
    const { bytes, start, end } = decodeFrame(frame, this.#inflate, this.#limits, this.#body);
    const message = decodePrefixMessage(bytes, start, end);
    const text = (): string => decodeUtf8(bytes, start, end);
    return {
      messages: message.kind === "data" ? this.#named(message, () => decodePrefixEvent(message, this.#parse)) : [],
      refusals: message.kind === "error" ? [message] : [],
      text,
    };
  }

  #readChannelProtocol(frame: Uint8Array): ReadFrame {
    const found = decodeChannelMessage(frame, this.#inflate, this.#limits);
    return {
      messages: found.flatMap((message) =>
        message.kind === "data" ? this.#named(message, () => decodeChannelEvent(message, this.#parse)) : [],
      ),
      refusals: found.flatMap((message) => (message.kind === "error" ? [message] : [])),
      text: () => decodeUtf8(frame, 0, frame.length),
    };
  }

  #named(
    { channel, dataKind }: Extract<PrefixMessage | ChannelServerMessage, { readonly kind: "data" }>,
    event: () => PushEvent,
  ): ChannelMessage[] {
    const parts = this.#parse(channel);
    return parts === undefined ? [] : [{ ...parts, channel, dataKind, event }];
  }
}
