import { DepthwireError } from "./depthwire-error.js";
import type { ProtocolErrorCode } from "./error-details.js";

/** Bytes or text from a peer are not what the protocol says. */
export class ProtocolError<Code extends ProtocolErrorCode = ProtocolErrorCode> extends DepthwireError<Code> {
  override readonly name = "ProtocolError";
}
