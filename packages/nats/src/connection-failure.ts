import { DepthwireError, TransportError } from "@depthwire/core";
import { RelayError } from "@depthwire/relay";
import { errors } from "@nats-io/nats-core";

/** Why a connection could not be made, as an error with a code. @param servers as they were asked for */
export function connectionFailure(cause: unknown, servers: readonly string[]): DepthwireError {
  if (cause instanceof DepthwireError) {
    return cause;
  }
  const address = servers.join(", ");
  return cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError
    ? new RelayError("relay-login-refused", { address }, { cause })
    : new TransportError("connect-failed", { address, attempts: servers.length }, { cause });
}

/** What the server does not permit, as an error with a code; undefined for anything else. */
export function forbiddenBy(cause: unknown): RelayError<"relay-forbidden"> | undefined {
  // A request that is not permitted ends with an error around it.
  const violation = cause instanceof errors.RequestError ? cause.cause : cause;
  if (!(violation instanceof errors.PermissionViolationError)) {
    return undefined;
  }
  const { subject, operation } = violation;
  return new RelayError("relay-forbidden", { subject, action: operation === "publish" ? "publish" : "subscribe" });
}
