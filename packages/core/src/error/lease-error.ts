import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { ErrorDetails, LeaseErrorCode } from "./error-details.js";
import { plainFacts } from "./error-facts.js";
import { leaseSentences } from "./lease-sentences.js";

/** One process alone trades with a key, and this is not it, or not yet. Nothing was sent. Tell errors apart by `code`. */
export class LeaseError<Code extends LeaseErrorCode = LeaseErrorCode> extends DepthwireError<Code> {
  override readonly name = "LeaseError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("lease", leaseSentences[code]), options);
  }
}
