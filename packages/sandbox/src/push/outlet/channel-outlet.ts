import type { Deflate } from "@depthwire/core";
import {
  channelDepthCodec,
  compileRecord,
  type EncodedFrame,
  encodeChannelData,
  encodeUtf8,
  formatChannel,
  type JsonWritable,
  privateEventCodec,
  writeOrdered,
} from "@depthwire/core/internal";
import { channelProtocolChannels, channelProtocolPayloads } from "@depthwire/schema/internal";
import type { ProfileRules } from "../../profile.js";
import type { DepthMessage } from "../depth-message.js";
import { dataKindOf, type Feed, type FeedMessage } from "../feed.js";
import type { Harm, Outlet, Packing } from "./outlet.js";

const grammars = {
  depth: channelProtocolChannels.depth,
  kline: channelProtocolChannels.kline,
  "tag-price-kline": channelProtocolChannels.tagPriceKline,
  deals: channelProtocolChannels.deals,
  private: channelProtocolChannels.private,
} as const;

const dealsCodec = compileRecord(channelProtocolPayloads.deals);
const klinesCodec = compileRecord(channelProtocolPayloads.kline);

/** Protocol B has no channel of 24-hour figures. */
type ChannelFeedMessage = Exclude<FeedMessage, { readonly feed: "ticker" }>;

/** New quantities stand in `add`: `mod` is there, since clients read its sides without asking. @spec field note 35 */
const noSides = { asks: null, bids: null };

type Sides = Extract<DepthMessage, { readonly kind: "update" }>["set"];

/** @spec document 1, Events, Protocol B: each side is null or an array */
function nullWhereEmpty({ asks, bids }: Sides): { readonly [Side in keyof Sides]: Sides[Side] | null } {
  return { asks: asks.length === 0 ? null : asks, bids: bids.length === 0 ? null : bids };
}

/** Stands where a text will stand. */
const placeholder = "text";

/** What a {@link ChannelOutlet} is made of. */
export interface ChannelOutletParts {
  readonly serviceName: string;
  readonly rules: ProfileRules;
  /** As the profile compresses. */
  readonly compress: Deflate;
  /** Whether the subscriber asked for compressed data. */
  readonly binary: boolean;
}

/** Feeds as protocol B writes them: one entry a message. @spec document 1, Events, Protocol B; field notes 19, 20 and 35 */
export class ChannelOutlet implements Outlet {
  readonly name: string;
  readonly #parts: ChannelOutletParts;

  constructor(parts: ChannelOutletParts) {
    this.name = parts.binary ? "channel-binary" : "channel";
    this.#parts = parts;
  }

  text(_feed: Feed, message: FeedMessage): string {
    return writeOrdered(this.#payload(message as ChannelFeedMessage));
  }

  frame(feed: Feed, message: FeedMessage, text: string, packing: Packing): EncodedFrame {
    const isCompressed = packing === "compressed" || (packing === "usual" && this.#compresses(feed));
    return isCompressed ? this.#packed(feed, message, () => this.#deflated(text)) : this.#plain(feed, message, text);
  }

  harmed(feed: Feed, message: FeedMessage, text: string, harm: Harm): EncodedFrame {
    return this.#packed(feed, message, () => harm(Uint8Array.from(this.#deflated(text))));
  }

  /** Deployments compress depth and deals whatever was asked for. */
  #compresses({ kind }: Feed): boolean {
    const { binary, rules } = this.#parts;
    return binary || (rules.channelCompression === "always-depth-and-deals" && (kind === "depth" || kind === "deals"));
  }

  #payload(message: ChannelFeedMessage): JsonWritable {
    switch (message.feed) {
      case "depth":
        return channelDepthCodec.encode(this.#depth(message.message));
      case "kline":
      case "tag-price-kline":
        return klinesCodec.encode(message.klines);
      case "deals":
        return dealsCodec.encode(message.deals);
      case "private":
        return privateEventCodec.encode(message.event);
    }
  }

  #depth(message: DepthMessage): Parameters<typeof channelDepthCodec.encode>[0] {
    if (message.kind === "update") {
      return { ...message, set: nullWhereEmpty(message.set), delete: nullWhereEmpty(message.delete), modify: noSides };
    }
    const { seq, ...rest } = message;
    return this.#parts.rules.seqOfFullDepth === "sent" ? { ...rest, seq } : rest;
  }

  #deflated(text: string): Uint8Array {
    return this.#parts.compress(encodeUtf8(text));
  }

  #packed(feed: Feed, message: FeedMessage, compress: Deflate): EncodedFrame {
    return textFrame(encodeChannelData(this.#entry(feed, message), compress));
  }

  #plain(feed: Feed, message: FeedMessage, text: string): EncodedFrame {
    return textFrame(encodeChannelData(this.#entry(feed, message)).replace(JSON.stringify(placeholder), () => text));
  }

  #entry(feed: Feed, message: FeedMessage): Parameters<typeof encodeChannelData>[0] {
    const grammar = grammars[feed.kind as keyof typeof grammars];
    const channel = formatChannel(grammar, { ...feed, serviceName: this.#parts.serviceName });
    return { channel, dataKind: dataKindOf(message), payload: placeholder };
  }
}

/** Every message of protocol B is text. */
export function textFrame(text: string): EncodedFrame {
  return { data: encodeUtf8(text), binary: false };
}
