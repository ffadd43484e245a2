import type { DepthChannel, DepthSink, FrameBody } from "@depthwire/core/internal";
import type { LevelStore } from "../book/level-store.js";

/** Finds the depth channel of a message and decodes the message, without a string or an object. One a shard. */
export interface DepthScanner {
  /** Holds the latest message that was scanned. */
  readonly sink: DepthSink;
  /** Keeps levels where updates in the sink are applied fastest. */
  readonly levels: LevelStore;
  /** Messages of this channel are known from now on. */
  add(channel: DepthChannel): void;
  /** Its messages are unknown from now on. Does nothing if another channel with the same text took its place. */
  remove(channel: DepthChannel): void;
  /**
   * Scans a depth message into the sink. Returns its channel; or undefined for whatever it does not know, right or wrong:
   * then the sink means nothing and the general path decides.
   */
  scan(body: FrameBody): DepthChannel | undefined;
}
