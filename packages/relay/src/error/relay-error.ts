import { DepthwireError, type ErrorDetails } from "@depthwire/core";
import { type DepthwireErrorOptions, plainFacts, type RelayErrorCode, relaySentences } from "@depthwire/core/internal";

/** The relay's bus or its store of leases refused, or must not be used. Tell errors apart by `code`. */
export class RelayError<Code extends RelayErrorCode = RelayErrorCode> extends DepthwireError<Code> {
  override readonly name = "RelayError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("relay", relaySentences[code]), options);
  }
}
