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
import { type ChannelKind, defaultServiceName } from "@depthwire/schema";
import { prefixProtocolChannels } from "@depthwire/schema/internal";
import type { DialectOptions } from "@depthwire/stream/internal";
import { isDoubt } from "./feed-reasons.js";
import type { CheckpointEntry } from "./recording-entry.js";

const parseChannel: ParseChannel = /* @__PURE__ */ createChannelParser(prefixProtocolChannels, "");
/** A channel of protocol B is the service's name, this text, and the channel of protocol A. */
const channelProtocolForm = /^([\w-]{1,64}?)_sub_spot_(.+)$/;

/** A channel of a recording: it does not say which protocol it was, but its channels do. */
export interface RecordedChannel extends DialectOptions {
  readonly channel: string;
  readonly kind: ChannelKind;
  readonly pair: string;
}

/** Takes a depth channel of either protocol apart; undefined for another channel. */
export function depthChannelOf(channel: string): RecordedChannel | undefined {
  const found = recordedChannelOf(channel);
  return found?.kind === "depth" ? found : undefined;
}

/** Takes a channel of either protocol apart; undefined for a text that is none. */
export function recordedChannelOf(channel: string): RecordedChannel | undefined {
  const [, serviceName, inProtocolA] = channelProtocolForm.exec(channel) ?? [];
  const parts = parseChannel(inProtocolA ?? channel);
  if (parts === undefined) {
    return undefined;
  }
  return {
    channel,
    kind: parts.kind,
    pair: parts.pair,
    protocol: inProtocolA === undefined ? "prefix" : "channel",
    serviceName: serviceName ?? defaultServiceName,
  };
}

/**
 * A book's state as the venue would publish it, or undefined where that cannot be said: the book is not live, or came
 * without its time. A book that only its feed has in doubt has its state, and goes on from it.
 */
export function checkpointOf(view: BookView, connection: number, depth: RecordedChannel): CheckpointEntry | undefined {
  if (view.status !== "live" && !isDoubt(view.reason)) {
    return undefined;
  }
  const { pair, receivedAtMs } = view;
  const frame = snapshotFrameOf(view, depth);
  return frame && { kind: "checkpoint", connection, pair, receivedAtMs, frame };
}

/** A book's levels as a snapshot frame of the venue's; undefined where it came without its time. */
export function snapshotFrameOf(view: BookView, depth: RecordedChannel): Uint8Array | undefined {
  try {
    return frameOf(view, depth);
  } catch (error) {
    if (error instanceof ValidationError) {
      return undefined;
    }
    throw error;
  }
}

function frameOf(view: BookView, { protocol, channel }: RecordedChannel): Uint8Array {
  const { pair, seq, updatedAtMs } = view;
  const snapshot = { pair, seq, updatedAtMs, asks: view.asks.levels(), bids: view.bids.levels() };
  return protocol === "prefix"
    ? encodeFrame(encodeDepthSnapshot(snapshot), { marker: "character" }).data
    : encodeUtf8(encodeChannelDepth(channel, { kind: "snapshot", ...snapshot }));
}
