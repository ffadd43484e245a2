import { DepthwireError } from "./depthwire-error.js";
import type { ValidationErrorCode } from "./error-details.js";

/** What the caller passed cannot be used. Thrown before anything is sent. */
export class ValidationError<Code extends ValidationErrorCode = ValidationErrorCode> extends DepthwireError<Code> {
  override readonly name = "ValidationError";
}
