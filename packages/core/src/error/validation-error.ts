import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { ErrorDetails, ValidationErrorCode } from "./error-details.js";
import { plainFacts } from "./error-facts.js";
import { validationSentences } from "./validation-sentences.js";

/** What the caller passed cannot be used. Thrown before anything is sent. */
export class ValidationError<Code extends ValidationErrorCode = ValidationErrorCode> extends DepthwireError<Code> {
  override readonly name = "ValidationError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("validation", validationSentences[code]), options);
  }
}
