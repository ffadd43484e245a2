import type { BookView } from "@depthwire/book";
import {
  type ChannelParts,
  type channelDepthCodec,
  compileRecord,
  createChannelParser,
  encodeChannelData,
  encodeChannelDepth,
  encodeFrame,
  encodePrefixDealList,
  encodePrefixKlines,
  encodeUtf8,
  formatChannel,
  type PushedKline,
} from "@depthwire/core/internal";
import type { Deal, Pair } from "@depthwire/schema";
import {
  channelDeals,
  channelKlines,
  channelProtocolChannels,
  prefixProtocolChannels,
} from "@depthwire/schema/internal";
import type { PushProtocol } from "@depthwire/stream";
import { writePrefixBook } from "./prefix-book.js";

/** Writes whole states as frames of the venue, uncompressed, in one push protocol: what the venue would send first. */
export interface FrameCodec {
  readonly protocol: PushProtocol;
  /** Takes a channel apart, as this protocol writes it; undefined for none of its channels. */
  parse(channel: string): ChannelParts | undefined;
  /** A book. */
  book(view: BookView): Uint8Array;
  /** The latest trades, newest first. */
  deals(channel: string, pair: Pair, deals: readonly Deal[]): Uint8Array;
  /** Candles, oldest first. */
  klines(channel: string, klines: readonly PushedKline[]): Uint8Array;
}

/** Protocol A. */
function createPrefixCodec(): FrameCodec {
  const frame = (text: string): Uint8Array => encodeFrame(text, { marker: "character" }).data;
  return {
    protocol: "prefix",
    parse: createChannelParser(prefixProtocolChannels, ""),
    book: (view) => frame(writePrefixBook(view)),
    deals: (channel, pair, deals) => frame(encodePrefixDealList(channel, pair, deals)),
    klines: (channel, klines) => frame(encodePrefixKlines(channel, "full", klines)),
  };
}

/** Protocol B. */
function createEnvelopeCodec(serviceName: string): FrameCodec {
  const dealsCodec = compileRecord(channelDeals);
  const klinesCodec = compileRecord(channelKlines);
  const envelope = (channel: string, payload: ReturnType<typeof channelDepthCodec.encode>): Uint8Array =>
    encodeUtf8(encodeChannelData({ channel, dataKind: "full", payload }));
  return {
    protocol: "channel",
    parse: createChannelParser(channelProtocolChannels, serviceName),
    book: ({ pair, seq, updatedAtMs, asks, bids }) => {
      const channel = formatChannel(channelProtocolChannels.depth, { pair, serviceName });
      const levels = { asks: asks.levels(), bids: bids.levels() };
      return encodeUtf8(encodeChannelDepth(channel, { kind: "snapshot", pair, seq, updatedAtMs, ...levels }));
    },
    deals: (channel, _pair, deals) => envelope(channel, dealsCodec.encode(deals)),
    klines: (channel, klines) => envelope(channel, klinesCodec.encode(klines)),
  };
}

/** The codec of a protocol. @param serviceName the deployment's own name, with which protocol B's channels begin */
export function createFrameCodec(protocol: PushProtocol, serviceName: string): FrameCodec {
  return protocol === "prefix" ? createPrefixCodec() : createEnvelopeCodec(serviceName);
}
