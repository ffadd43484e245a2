import type { streamTypes } from "@depthwire/stream";
import type { RelayHeader } from "../wire/header.js";
import type { FollowedChannel, Outlet, OutletParts } from "./outlet.js";

/** A channel besides books: nothing of it is lost without a gap. The list that a state consists of fills what it reaches. */
export class EventOutlet implements Outlet {
  readonly kinds = ["event"] as const;
  readonly stateKind = "event";
  readonly #followed: FollowedChannel;
  readonly #parts: OutletParts;
  /** What was handed on last; undefined before the first. */
  #told: { readonly term: number; readonly epoch: number; readonly atMs: number } | undefined;
  /** Messages that the engine had no room for since. */
  #notTaken = 0;

  constructor(followed: FollowedChannel, parts: OutletParts) {
    this.#followed = followed;
    this.#parts = parts;
  }

  take(
    { term, epoch }: Readonly<RelayHeader>,
    frame: Uint8Array,
    state?: { readonly missing: number },
  ): "taken" | "lost" {
    const { feed, channel } = this.#followed;
    const { clock, counts, tellDoubt } = this.#parts;
    const former = this.#told;
    const atMs = clock.epochMs();
    tellDoubt();
    if (former !== undefined && state !== undefined) {
      const isOfOthers = former.term !== term;
      this.#miss(isOfOthers ? "owner-changed" : "relay-gap", state.missing, former.atMs, atMs);
    } else if (former !== undefined && former.epoch !== epoch) {
      // The owner's own connection to the venue was gone, or a message of it could not be read.
      this.#miss("disconnected", 0, former.atMs, atMs);
    }
    this.#told = { term, epoch, atMs };
    if (frame.length > 0 && !feed.push(frame, channel)) {
      counts.notTaken++;
      this.#notTaken++;
      return "lost";
    }
    counts.events++;
    return "taken";
  }

  #miss(reason: streamTypes.MissedMessages["reason"], missing: number, fromMs: number, toMs: number): void {
    const dropped = missing + this.#notTaken;
    this.#notTaken = 0;
    this.#parts.counts.missedEvents += dropped;
    this.#followed.feed.missed(this.#followed.channel, { reason, dropped, fromMs, toMs: Math.max(fromMs, toMs) });
  }
}
