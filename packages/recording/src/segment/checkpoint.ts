import type { BookView } from "@depthwire/book";
import { ValidationError } from "@depthwire/core";
import {
  createChannelParser,
  encodeChannelDepth,
  encodeDepthSnapshot,
  encodeFrame,
  encodeUtf8,
  type ParseChannel,
} from "@depthwire/core/internal";
import { defaultServiceName } from "@depthwire/schema";
import { prefixProtocolChannels } from "@depthwire/schema/internal";
import type { DialectOptions } from "@depthwire/stream/internal";
import type { CheckpointEntry } from "./recording-entry.js";

const parseTopic: ParseChannel = /* @__PURE__ */ createChannelParser(prefixProtocolChannels, "");
/** Protocol B's names are the service's name, this text, and the name of protocol A. */
const channelProtocolName = /^([\w-]{1,64}?)_sub_spot_(.+)$/;

/** A depth channel of a recording: it does not say which protocol it was, but its names do. */
export interface RecordedDepthChannel extends DialectOptions {
  readonly channel: string;
  readonly pair: string;
}

/** Splits the name of a depth channel of either protocol; undefined for another channel's name. */
export function depthChannelOf(channel: string): RecordedDepthChannel | undefined {
  const [, serviceName, topic] = channelProtocolName.exec(channel) ?? [];
  const name = parseTopic(topic ?? channel);
  if (name?.kind !== "depth") {
    return undefined;
  }
  return {
    channel,
    pair: name.pair,
    protocol: topic === undefined ? "prefix" : "channel",
    serviceName: serviceName ?? defaultServiceName,
  };
}

/**
 * A book's state as the venue would publish it, or undefined where that cannot be said: the book is not live, or came
 * without its time.
 */
export function checkpointOf(
  view: BookView,
  connection: number,
  depth: RecordedDepthChannel,
): CheckpointEntry | undefined {
  if (view.status !== "live") {
    return undefined;
  }
  const { pair, receivedAtMs } = view;
  try {
    return { kind: "checkpoint", connection, pair, receivedAtMs, frame: frameOf(view, depth) };
  } catch (error) {
    if (error instanceof ValidationError) {
      return undefined;
    }
    throw error;
  }
}

function frameOf(view: BookView, { protocol, channel }: RecordedDepthChannel): Uint8Array {
  const { pair, seq, updatedAtMs } = view;
  const snapshot = { pair, seq, updatedAtMs, asks: view.asks.levels(), bids: view.bids.levels() };
  return protocol === "prefix"
    ? encodeFrame(encodeDepthSnapshot(snapshot), { marker: "character" }).data
    : encodeUtf8(encodeChannelDepth(channel, { kind: "snapshot", ...snapshot }));
}
