import { DepthwireError, type StoreErrorCode } from "@depthwire/core";

/** The data directory cannot be used, or not any more. Tell errors apart by `code`; the same call fails again. */
export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends DepthwireError<Code> {
  override readonly name = "StoreError";
}
