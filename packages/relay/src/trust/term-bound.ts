import { ageMs, type Moment } from "../time/moment.js";

/** Terms are the venue's time, or follow one another: an owner's is not later than the venue's time by more than this. Milliseconds. */
export const maxAheadMs = 86_400_000;

/** How long the word of an owner whose term can be keeps out one whose term cannot. Milliseconds: longer than any change of owners. */
const heardForMs = 30_000;

/**
 * What a consumer makes of a term:
 * - `possible`: an owner may have it by now
 * - `impossible`: to be dropped and counted, since an owner with a possible one was heard lately
 * - `only`: too far ahead, but nobody else speaks: this host's clock may be wrong, or the venue's be set forward
 */
export type TermVerdict = "possible" | "impossible" | "only";

/**
 * Which terms a consumer believes. It asks no venue: what it knows of the venue's time is this host's clock, and a day is allowed for its faults. Whoever
 * has a possible term is believed in place of one that has not, so that no larger term keeps an owner from being heard for good.
 */
export class TermBound {
  /** Newest possible term that was heard: it stays one where this host's clock is set back. */
  #possible = 0;
  #heardAt: Moment | undefined;

  /** Whether no owner can have this term by now. */
  isTooFar(term: number, now: Moment): boolean {
    return term > Math.max(this.#possible, now.wallMs + maxAheadMs);
  }

  /** An owner spoke under this term. */
  hear(term: number, now: Moment): TermVerdict {
    if (!this.isTooFar(term, now)) {
      this.#possible = Math.max(this.#possible, term);
      this.#heardAt = now;
      return "possible";
    }
    return this.#heardAt !== undefined && ageMs(this.#heardAt, now) <= heardForMs ? "impossible" : "only";
  }
}
