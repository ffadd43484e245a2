import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { ErrorDetails, TransportErrorCode } from "./error-details.js";
import { transportFacts } from "./transport-facts.js";

/** Something happened between caller and venue. */
export class TransportError<Code extends TransportErrorCode = TransportErrorCode> extends DepthwireError<Code> {
  override readonly name = "TransportError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, transportFacts[code], options);
  }
}
