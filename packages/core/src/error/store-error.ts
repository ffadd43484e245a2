import { DepthwireError } from "./depthwire-error.js";
import type { StoreErrorCode } from "./error-details.js";

/** The files in which a program keeps its data cannot be used, or can no longer be used. Tell errors apart by `code`. */
export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends DepthwireError<Code> {
  override readonly name = "StoreError";
}
