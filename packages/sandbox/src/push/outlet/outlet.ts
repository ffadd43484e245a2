import type { EncodedFrame, OwnBytes } from "@depthwire/core/internal";
import { type Feed, type FeedMessage, feedKey } from "../feed.js";

/** How a text is put into a frame. `usual`: as the profile does it. */
export type Packing = "usual" | "plain" | "compressed";

/** Changes the bytes of a compressed body. */
export type Harm = (body: OwnBytes) => OwnBytes;

/** One way in which feeds leave the sandbox: a protocol, and for protocol B whether its data is compressed. */
export interface Outlet {
  readonly name: string;
  /** The JSON text of what a message carries. */
  text(feed: Feed, message: FeedMessage): string;
  /** A whole frame around such a text. */
  frame(feed: Feed, message: FeedMessage, text: string, packing: Packing): EncodedFrame;
  /** A frame whose compressed body was harmed. */
  harmed(feed: Feed, message: FeedMessage, text: string, harm: Harm): EncodedFrame;
}

/** The hub's key for those who listen to a feed at one outlet. */
export function audienceKey(outlet: Outlet, feed: Feed): string {
  return `${outlet.name} ${feedKey(feed)}`;
}
