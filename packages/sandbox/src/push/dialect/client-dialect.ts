import type { EncodedFrame } from "@depthwire/core/internal";
import type { Feed } from "../feed.js";
import type { Outlet } from "../outlet/outlet.js";

/** What a client may ask for, whichever protocol it speaks. */
export type ClientRequest =
  | { readonly kind: "subscribe"; readonly channel: string; readonly compressed: boolean }
  | { readonly kind: "unsubscribe"; readonly channel: string }
  | { readonly kind: "login"; readonly apiKey: string; readonly signature: string; readonly stringToSign: string }
  | { readonly kind: "logout"; readonly apiKey: string }
  | { readonly kind: "ping" | "pong"; readonly ms: number };

/** One protocol as the server speaks it with one client. */
export interface ClientDialect {
  /** The private channel. */
  readonly privateChannel: string;
  /** @throws ProtocolError */
  decode(text: string): ClientRequest;
  /** The feed of a channel; undefined where no channel is called so. */
  feedOf(channel: string): Feed | undefined;
  /** Where a subscription's messages come out. */
  outlet(compressed: boolean): Outlet;
  /** The answer to a login. */
  acknowledgement(userId: string): EncodedFrame;
  /** An error, a pong or a ping. */
  notice(text: string): EncodedFrame;
}

/** What people read of a login that worked. */
export const loginResult = "subscription succeeded";
