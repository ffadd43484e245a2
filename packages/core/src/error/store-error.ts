import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { ErrorDetails, StoreErrorCode } from "./error-details.js";
import { plainFacts } from "./error-facts.js";
import { storeSentences } from "./store-sentences.js";

/** The files in which a program keeps its data cannot be used, or can no longer be used. Tell errors apart by `code`. */
export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends DepthwireError<Code> {
  override readonly name = "StoreError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("store", storeSentences[code]), options);
  }
}
