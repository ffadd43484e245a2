import { DepthwireError, type ErrorDetails } from "@depthwire/core";
import {
  type DepthwireErrorOptions,
  plainFacts,
  type RecordingErrorCode,
  recordingSentences,
} from "@depthwire/core/internal";

/** A recording cannot be read from some byte on. Tell errors apart by `code`; the same call fails again. */
export class RecordingError<Code extends RecordingErrorCode = RecordingErrorCode> extends DepthwireError<Code> {
  override readonly name = "RecordingError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("recording", recordingSentences[code]), options);
  }
}
