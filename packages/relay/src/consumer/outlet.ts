import type { Clock } from "@depthwire/core";
import type { FrameFeed, PushProtocol } from "@depthwire/stream";
import type { MessageKind, RelayHeader } from "../wire/header.js";
import type { LinkCounts } from "./link-counters.js";

/** What an engine has subscribed to. */
export interface FollowedChannel {
  readonly pair: string;
  /** The channel as the bus names it. */
  readonly name: string;
  /** As the engine writes it. */
  readonly channel: string;
  /** As the engine speaks. */
  readonly protocol: PushProtocol;
  readonly feed: FrameFeed;
}

/** What an {@link Outlet} works with. */
export interface OutletParts {
  readonly clock: Clock;
  readonly counts: LinkCounts;
  /** What the engine shows may change before a push returns: it is told first what may be believed. */
  readonly tellDoubt: () => void;
}

/** Where the messages of one channel go: to the feed of an engine's connection. */
export interface Outlet {
  /** Kinds that carry a frame of this channel, and the kind that a state has which was asked for. */
  readonly kinds: readonly MessageKind[];
  readonly stateKind: MessageKind;
  /**
   * Hands a message on.
   *
   * @param state given for a state that was asked for: how many messages are missing before it, 0 where nobody can know
   * @returns `lost` where the engine had no room, or where the state is missing that the message stands behind
   */
  take(header: Readonly<RelayHeader>, frame: Uint8Array, state?: { readonly missing: number }): "taken" | "lost";
}
