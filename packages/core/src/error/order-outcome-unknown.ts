import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { UnknownOutcome } from "./error-details.js";
import type { ErrorFacts } from "./error-facts.js";

/** The facts of an unknown outcome. */
export const outcomeFacts: ErrorFacts = {
  kind: "outcome",
  sentence: "The call was cut off, and the venue may have carried it out",
  retryable: false,
  ambiguous: true,
};

/**
 * A call that must never be repeated was cut off, or answered with nothing that tells: the venue may have carried it out.
 * Its details say what to look for.
 */
export class OrderOutcomeUnknown extends DepthwireError<"outcome-unknown"> {
  override readonly name = "OrderOutcomeUnknown";

  /** @param options with the error that cut it off as `cause` */
  constructor(details: UnknownOutcome, options: DepthwireErrorOptions = {}) {
    super("outcome-unknown", details, outcomeFacts, options);
  }
}
