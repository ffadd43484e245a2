import { DepthwireError, TransportError } from "@depthwire/core";

/** The same error, naming the operation. What is none of ours is handed on as it is. */
export function nameError(error: unknown, operation: string): unknown {
  if (error instanceof TransportError && error.operation === undefined) {
    const { code, details, cause, retryable, ambiguous } = error;
    return new TransportError(code, details, { cause, retryable, ambiguous, operation });
  }
  return error;
}

/** Whether the venue may have carried the call out all the same. What is none of our errors is a defect, and tells nothing. */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof DepthwireError ? error.ambiguous : true;
}
