import type { HeartbeatState } from "./heartbeat.js";
import type { SessionEffect } from "./session-events.js";
import type { SessionOptions } from "./session-options.js";

/** Everything a session knows. Plain data; {@link stepSession} makes the next one. */
export interface SessionState {
  readonly phase: "idle" | "connecting" | "logging-in" | "open" | "waiting" | "refused" | "stopped";
  /** Counts connections. Frames of an older generation are of no meaning. */
  readonly generation: number;
  /** Which address is used; taken modulo their number. */
  readonly addressIndex: number;
  /** Failures since the last stable connection. */
  readonly failures: number;
  /** When the phase began, monotonic. */
  readonly sinceMs: number;
  /** When the phase must be looked at again, monotonic. */
  readonly dueAtMs: number;
  readonly heartbeat: HeartbeatState;
  /** Desired channels, in order of asking. */
  readonly channels: readonly string[];
}

/** Time and chance of one step. */
export interface SessionInstant {
  /** Monotonic milliseconds. */
  readonly atMs: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  /** `urgent`: money depends on the session, so it never waits for long. */
  readonly need: SessionNeed;
}

/** How much depends on a session. */
export type SessionNeed = "ordinary" | "urgent";

/** The next state and what is to be done now. */
export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

/** A session that has not begun. */
export function idleSession(addressIndex: number = 0): SessionState {
  const never = { pingedAtMs: undefined, dueAtMs: Number.POSITIVE_INFINITY };
  return {
    phase: "idle",
    generation: 0,
    addressIndex,
    failures: 0,
    sinceMs: 0,
    dueAtMs: Number.POSITIVE_INFINITY,
    heartbeat: never,
    channels: [],
  };
}

/** The address that `state` uses. */
export function sessionAddress(options: SessionOptions, state: SessionState): string {
  return options.addresses[state.addressIndex % options.addresses.length] ?? "";
}
