import { createInflate, type SameLevel, type SequencePolicy } from "@depthwire/book";
import type { DepthBook } from "@depthwire/book/internal";
import { type DepthScanner, scannerFor } from "@depthwire/book/internal";
import type { FrameLimits, Inflate } from "@depthwire/core";
import type { DepthChannel, DepthScales, DepthSink, PushEvent } from "@depthwire/core/internal";
import { replayEngineOptions } from "@depthwire/recording";
import type { ChannelKind } from "@depthwire/schema";
import { resolveEngineOptions, type ShardConfig, sinkCapacity } from "@depthwire/stream/internal";

/** How recorded books are kept: the engine's own options. */
export interface MarketRules {
  readonly sequencePolicy?: SequencePolicy | undefined;
  readonly sameLevel?: SameLevel | undefined;
  readonly maxLevels?: number | undefined;
}

/** A depth message that a book took. Valid during the call: its memory is used again. */
export interface TakenDepth {
  readonly pair: string;
  /** The deployment's name, as its channels say it; undefined where they do not. */
  readonly serviceName: string | undefined;
  /** The levels as they were sent, at the scales of `channel`. */
  readonly sink: DepthSink;
  readonly channel: DepthChannel;
  /** The book behind the message. */
  readonly book: DepthBook;
  /** When it was received, epoch microseconds. */
  readonly localUs: number;
  /**
   * `message`: the venue sent it. `checkpoint`: the recorder wrote down what the book held when a segment began, and nothing from before is there.
   * `known`: it did so, and the segment before leads to the same state.
   */
  readonly origin: "message" | "checkpoint" | "known";
}

/** Anything but depth that a channel said. */
export interface HeardEvent {
  readonly event: PushEvent;
  readonly serviceName: string | undefined;
  /** When it was received, epoch microseconds. */
  readonly localUs: number;
}

/** A book's word of how far it may be trusted. */
export interface BookMark {
  readonly pair: string;
  readonly status: DepthBook["status"];
  readonly reason: DepthBook["reason"];
  /** Epoch microseconds. */
  readonly localUs: number;
}

/** Who hears what a recording says. */
export interface MarketListener {
  /** Kinds of channels that are worth decoding. */
  readonly kinds: ReadonlySet<ChannelKind>;
  depth?(taken: TakenDepth): void;
  event?(heard: HeardEvent): void;
  /** After each change of a book's status. */
  mark?(mark: BookMark): void;
}

/** What a walk works with; one after the other may use the same. */
export interface MarketTools {
  readonly inflate: Inflate;
  readonly scanner: DepthScanner;
  readonly limits: FrameLimits;
  readonly rules: ShardConfig["rules"];
  /** By pair: the scales that its numbers came to need. A book that begins with them is not decoded twice. */
  readonly scales: Map<string, DepthScales>;
}

/** Makes the tools. @throws ValidationError `option-invalid` */
export function createMarketTools(rules: MarketRules = {}): MarketTools {
  const { config } = resolveEngineOptions({ ...replayEngineOptions, ...rules });
  const inflate = createInflate(config.frameLimits);
  return {
    inflate,
    scanner: scannerFor(inflate, sinkCapacity({ ...config, shard: 0 })),
    limits: config.frameLimits,
    rules: config.rules,
    scales: new Map(),
  };
}
