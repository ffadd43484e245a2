import { DepthwireError } from "./depthwire-error.js";
import type { TransportErrorCode } from "./error-details.js";

/** Something happened between caller and venue. */
export class TransportError<Code extends TransportErrorCode = TransportErrorCode> extends DepthwireError<Code> {
  override readonly name = "TransportError";
}
