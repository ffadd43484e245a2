import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { ErrorDetails, ProtocolErrorCode } from "./error-details.js";
import { plainFacts } from "./error-facts.js";
import { protocolSentences } from "./protocol-sentences.js";

/** Bytes or text from a peer are not what the protocol says. */
export class ProtocolError<Code extends ProtocolErrorCode = ProtocolErrorCode> extends DepthwireError<Code> {
  override readonly name = "ProtocolError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("protocol", protocolSentences[code]), options);
  }
}
