import { DepthwireError, TransportError, type TransportErrorCode } from "@depthwire/core";

/**
 * The same error, naming the operation and how often it was tried. What is none of ours is handed on as it is.
 *
 * @param attempts how often the call was handed to the transport
 */
export function nameError(error: unknown, operation: string, attempts: number): unknown {
  if (error instanceof TransportError && error.operation === undefined) {
    const { code, details, cause, retryable, ambiguous } = error;
    const counted = countsAttempts(code) && attempts > 0 ? { ...details, attempts } : details;
    return new TransportError(code, counted, { cause, retryable, ambiguous, operation });
  }
  return error;
}

function countsAttempts(code: TransportErrorCode): boolean {
  return code === "connect-failed" || code === "connection-lost" || code === "timed-out";
}

/** Whether the venue may have carried the call out all the same. What is none of our errors is a defect, and tells nothing. */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof DepthwireError ? error.ambiguous : true;
}
