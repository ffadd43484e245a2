import type { BookView } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import type { Bus } from "../bus/bus.js";
import type { FrameCodec } from "../frames/frame-codec.js";
import type { Subjects } from "../wire/subjects.js";
import type { EchoAnswers } from "./echo-answers.js";
import type { OwnerCounts } from "./owner-counts.js";
import type { StateAnswers } from "./state-answers.js";
import type { ViewOptions } from "./view-publisher.js";

/** What a shard's publisher is made of. */
export interface ShardPublisherParts {
  /** The connection that all of it goes through: an echo proves nothing about another one. */
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly shard: string;
  /** Name of this owner. */
  readonly owner: string;
  readonly pairs: readonly string[];
  readonly clock: Clock;
  readonly beatEveryMs: number;
  /** Whether this process may act for the shard now. Asked at each act: no timer fires while a process is stopped. */
  readonly holds: () => boolean;
  /** The present book of a pair, with so many levels a side, by default all; undefined while there is none. */
  readonly bookOf: (pair: string, levels?: number) => BookView | undefined;
  /** How long ago the venue was heard on the connection of a pair's book, milliseconds; undefined while it has none. */
  readonly venueAgeMs: (pair: string) => number | undefined;
  /** The push protocol of the engine's frames. */
  readonly codec: FrameCodec;
  /** What all shards of this thread answer requests for states by. */
  readonly answers: StateAnswers;
  /** What all shards of this thread answer echoes by. */
  readonly echoes: EchoAnswers;
  /** Undefined where no views are published. */
  readonly views: ViewOptions | undefined;
  readonly counts: OwnerCounts;
}
