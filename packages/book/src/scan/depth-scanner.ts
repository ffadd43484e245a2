import type { DepthChannel, DepthSink, FrameBody } from "@depthwire/core/internal";
import type { LevelStore } from "../book/level-store.js";

/** Finds the depth channel of a message and decodes the message, without a string or an object. One a shard. */
export interface DepthScanner {
  /** Holds the latest message that was scanned. */
  readonly sink: DepthSink;
  /** Keeps books where updates in the sink are applied fastest. */
  readonly levels: LevelStore;
  /** Applies updates where books lie. Absent: each book takes its messages itself. */
  readonly follower?: BookFollower;
  /**
   * Messages of this channel are known from now on.
   *
   * @param owner the connection that it is subscribed on, as {@link BookFollower.follow} names it; 0: of none
   */
  add(channel: DepthChannel, owner?: number): void;
  /** Its messages are unknown from now on. Does nothing if another channel with the same text took its place. */
  remove(channel: DepthChannel): void;
  /**
   * Scans a depth message into the sink. Returns its channel; or undefined for whatever it does not know, right or wrong:
   * then the sink means nothing and the general path decides.
   */
  scan(body: FrameBody): DepthChannel | undefined;
}

/** A scanner with which books lie. */
export interface BookFollower {
  /** The `index` of the channel whose book was followed last. */
  readonly followedIndex: number;
  /** The channel of the latest message, when its book has to be given the sink at once. Undefined: the general path decides. */
  readonly scanned: DepthChannel | undefined;
  /** A number for a connection, above 0; numbers come again after 65,535 connections. */
  nextOwner(): number;
  /**
   * Scans a depth message into the sink. Where its book lies with the scanner, is live, and the message is an update that follows, it is
   * applied at once, and nothing but the book's record is touched.
   *
   * @param owner the connection that the message came on, above 0: books of others are not its own
   * @param receivedAtMs epoch milliseconds
   * @returns whether it was applied to the book of {@link BookFollower.followedIndex}, which is live as before; if not, see {@link BookFollower.scanned}
   */
  follow(body: FrameBody, owner: number, receivedAtMs: number): boolean;
}
