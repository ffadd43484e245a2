import { DepthwireError, type ErrorDetails } from "@depthwire/core";
import {
  type DepthwireErrorOptions,
  plainFacts,
  type SnapshotErrorCode,
  snapshotSentences,
} from "@depthwire/core/internal";

/** A snapshot was not taken, forked or gone back to. Nothing has happened. Tell errors apart by `code`. */
export class SnapshotError<Code extends SnapshotErrorCode = SnapshotErrorCode> extends DepthwireError<Code> {
  override readonly name = "SnapshotError";

  /** @param options what it carries besides */
  constructor(code: Code, details: ErrorDetails[Code], options?: DepthwireErrorOptions) {
    super(code, details, plainFacts("snapshot", snapshotSentences[code]), options);
  }
}
