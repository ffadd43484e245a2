import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { UnknownOutcome } from "./error-details.js";

/**
 * A call that must never be repeated was cut off, or answered with nothing that tells: the venue may have carried it out.
 * Its details say what to look for.
 */
export class OrderOutcomeUnknown extends DepthwireError<"outcome-unknown"> {
  override readonly name = "OrderOutcomeUnknown";

  /** @param options with the error that cut it off as `cause` */
  constructor(details: UnknownOutcome, options: DepthwireErrorOptions = {}) {
    super("outcome-unknown", details, options);
  }
}
