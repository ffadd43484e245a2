import type { OlderState } from "@depthwire/sandbox/internal";
import type { Acknowledged } from "../acknowledged.js";

/** A venue that is to be started and judged. */
export interface Trial {
  readonly directory: string;
  readonly pair: string;
  /** With `accept` starts are silently older: it shows that the check can fail. */
  readonly olderState: OlderState;
  readonly known: KnownText;
}

/** {@link Acknowledged} as it goes from process to process. */
export interface KnownText {
  readonly orders: readonly (readonly [string, string])[];
  readonly transfers: number;
  readonly openTransfers: number;
  readonly depth: Acknowledged["depth"];
}

/**
 * What a start after damage did: went on with everything acknowledged, refused with a code that says what to do, went on with less,
 * or ended in any other way.
 */
export interface Verdict {
  readonly kind: "same" | "refused" | "silently-older" | "untyped";
  /** The code of a refusal, or what is wrong. */
  readonly text: string;
}

/** What was acknowledged, for another process. */
export function writeKnown({ orders, transfers, openTransfers, depth }: Acknowledged): KnownText {
  return { orders: [...orders], transfers, openTransfers, depth };
}
