import { defaultServiceName } from "@depthwire/schema";
import type { DialectOptions } from "../protocol/dialect.js";
import { type BackoffOptions, defaultBackoffOptions } from "./backoff.js";
import { defaultHeartbeatOptions, type HeartbeatOptions } from "./heartbeat.js";

/** How a session behaves. Plain data. */
export interface SessionOptions extends DialectOptions {
  /** WebSocket addresses of one service, at least one. A failed one is followed by the next. */
  readonly addresses: readonly string[];
  /** `required`: nothing counts before the venue acknowledged the login. */
  readonly login: "none" | "required";
  /** No connection after so many milliseconds: the attempt failed. */
  readonly connectTimeoutMs: number;
  /** No acknowledgement of the login after so many milliseconds: the attempt failed. */
  readonly loginTimeoutMs: number;
  /** A connection that lived so many milliseconds ends the row of failures before it. */
  readonly stableAfterMs: number;
  readonly heartbeat: HeartbeatOptions;
  readonly backoff: BackoffOptions;
}

/** Defaults of {@link SessionOptions}, except the addresses. */
export const defaultSessionOptions: Omit<SessionOptions, "addresses"> = {
  protocol: "prefix",
  serviceName: defaultServiceName,
  login: "none",
  connectTimeoutMs: 10_000,
  loginTimeoutMs: 10_000,
  stableAfterMs: 30_000,
  heartbeat: defaultHeartbeatOptions,
  backoff: defaultBackoffOptions,
};

/**
 * Codes of a refused login that no repetition cures: unknown key, missing right, wrong signature, barred address, no key
 * in the account.
 *
 * @spec document 1, Authentication
 */
export const finalLoginCodes: readonly number[] = [3012, 3024, 3025, 3026, 3027];
