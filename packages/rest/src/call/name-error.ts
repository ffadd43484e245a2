import { DepthwireError, TransportError } from "@depthwire/core";
import type { TransportErrorCode } from "@depthwire/core/internal";

/**
 * The same error, naming the operation and how often it was tried. Errors that are not ours are passed on unchanged.
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

/**
 * What a call ends with that could not be signed, since the venue's time could not be had: nothing of it was sent, whatever became of the
 * question for the time.
 *
 * @param cause what asking for the venue's time ended with
 */
export function unsignedError(cause: unknown): unknown {
  if (!(cause instanceof DepthwireError)) {
    return cause;
  }
  const options = { cause, retryable: cause.retryable, ambiguous: false };
  if (!(cause instanceof TransportError)) {
    return new TransportError("clock-unreliable", { problem: "not-measured", foundMs: 0, limitMs: 0 }, options);
  }
  return new TransportError(cause.code, ownDetails(cause), options);
}

/** Without how often the question was sent: the call was not. */
function ownDetails({ code, details }: TransportError): TransportError["details"] {
  if (code === "connect-failed" || !("attempts" in details)) {
    return details;
  }
  const { attempts: _, ...rest } = details;
  return rest as TransportError["details"];
}

function countsAttempts(code: TransportErrorCode): boolean {
  return code === "connect-failed" || code === "connection-lost" || code === "timed-out";
}

/** Whether the venue may have carried the call out all the same. An error that is not ours is a defect and says nothing about it. */
export function mayHaveActed(error: unknown): boolean {
  return error instanceof DepthwireError ? error.ambiguous : true;
}
