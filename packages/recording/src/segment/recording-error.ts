import { DepthwireError } from "@depthwire/core";
import type { RecordingErrorCode } from "@depthwire/core/internal";

/** A recording cannot be read from some byte on. Tell errors apart by `code`; the same call fails again. */
export class RecordingError<Code extends RecordingErrorCode = RecordingErrorCode> extends DepthwireError<Code> {
  override readonly name = "RecordingError";
}
