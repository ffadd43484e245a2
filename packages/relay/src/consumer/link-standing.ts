import type { DoubtReason } from "@depthwire/book/internal";
import type { OwnerStatus } from "../wire/owner-status.js";

/** How a book stands behind a link at one moment. */
export interface LinkStanding {
  /** Why it may not be called live; undefined where it may. */
  readonly doubt: DoubtReason | undefined;
  /** Who owns the pair, as far as it is known. */
  readonly owner: string | undefined;
  /** Newest term that was heard; 0 before the first. */
  readonly term: number;
  /** What the owner calls its own book, and why: told at once, behind all that led to it. */
  readonly upstream: OwnerStatus;
  /** What the venue had told longer than so many milliseconds ago is in the book; undefined where nothing proves it. */
  readonly freshWithinMs: number | undefined;
}
