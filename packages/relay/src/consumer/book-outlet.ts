import type { RelayHeader } from "../wire/header.js";
import type { FollowedChannel, Outlet, OutletParts } from "./outlet.js";

/** The book of a pair: updates stand behind a snapshot of the same owner's connection to the venue. */
export class BookOutlet implements Outlet {
  readonly kinds = ["snapshot", "update"] as const;
  readonly stateKind = "snapshot";
  readonly #followed: FollowedChannel;
  readonly #parts: OutletParts;
  /** Whose book was pushed last, and the owner's epoch of it; undefined before the first. */
  #pushed: { readonly term: number; readonly epoch: number } | undefined;

  constructor(followed: FollowedChannel, parts: OutletParts) {
    this.#followed = followed;
    this.#parts = parts;
  }

  take({ kind, term, epoch }: Readonly<RelayHeader>, frame: Uint8Array): "taken" | "lost" {
    const { feed, channel } = this.#followed;
    const { counts, tellDoubt } = this.#parts;
    const former = this.#pushed;
    const isOfOthers = former?.term !== term || former.epoch !== epoch;
    if (kind === "snapshot") {
      this.#pushed = { term, epoch };
      if (former !== undefined && isOfOthers) {
        feed.renewed(channel);
      }
    } else if (isOfOthers) {
      // An update of a snapshot that never came.
      return "lost";
    }
    // A doubt ends behind the snapshot that ends it: before it, the book is still the old one. Before the first there is none.
    const isEnded = kind === "snapshot" && former !== undefined;
    if (!isEnded) {
      tellDoubt();
    }
    if (!feed.push(frame, channel)) {
      counts.notTaken++;
      return "lost";
    }
    if (isEnded) {
      tellDoubt();
    }
    counts.frames++;
    return "taken";
  }
}
