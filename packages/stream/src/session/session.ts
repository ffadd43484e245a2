import type { ConnectRefusal } from "../sockets/socket.js";
import { backoffDelayMs, urgentDelayMs } from "./backoff.js";
import { judgeHeartbeat, startHeartbeat } from "./heartbeat.js";
import { changeChannels } from "./resubscribe.js";
import type { SessionEffect, SessionInput } from "./session-events.js";
import { finalLoginCodes, type SessionOptions } from "./session-options.js";
import { type SessionInstant, type SessionState, type SessionStep, sessionAddress } from "./session-state.js";

/** Close code of a connection that is given up on purpose. */
const normalClosure = 1000;

/**
 * The whole behaviour of one connection over time, as a pure function: connect, log in, watch, reconnect, subscribe each
 * wanted channel exactly once a connection.
 *
 * @spec document 1, Events, Protocol A; field notes 6 to 8
 */
export function stepSession(
  options: SessionOptions,
  state: SessionState,
  input: SessionInput,
  now: SessionInstant,
): SessionStep {
  if (state.phase === "stopped" || state.phase === "refused") {
    return input.kind === "stop" ? stop(state) : unchanged(state);
  }
  switch (input.kind) {
    case "start":
      return state.phase === "idle" ? connect(options, state, now) : unchanged(state);
    case "stop":
      return stop(state);
    case "opened":
      return input.generation === state.generation && state.phase === "connecting"
        ? opened(options, state, now)
        : unchanged(state);
    case "closed":
      return input.generation === state.generation ? closed(options, state, input, now) : unchanged(state);
    case "timer":
      return timer(options, state, input.heardAtMs, now);
    case "reachable":
      return state.phase === "waiting" ? connect(options, { ...state, failures: 0 }, now) : unchanged(state);
    case "ping":
      return isConnected(state) ? { state, effects: [{ kind: "send-pong", ms: input.ms }] } : unchanged(state);
    case "login-acknowledged":
      return state.phase === "logging-in" ? becomeOpen(options, state, now) : unchanged(state);
    case "unreadable":
      return isConnected(state) ? giveUp(options, state, "connection-lost", input.cause, now) : unchanged(state);
    case "login-failed":
      return isConnected(state) ? loginFailed(options, state, input.venueCode, now) : unchanged(state);
    default:
      return changeChannels(state, input);
  }
}

function unchanged(state: SessionState): SessionStep {
  return { state, effects: [] };
}

function isConnected(state: SessionState): boolean {
  return state.phase === "open" || state.phase === "logging-in";
}

function connect(options: SessionOptions, state: SessionState, { atMs }: SessionInstant): SessionStep {
  const generation = state.generation + 1;
  const dueAtMs = atMs + options.connectTimeoutMs;
  const next: SessionState = { ...state, phase: "connecting", generation, sinceMs: atMs, dueAtMs };
  const address = sessionAddress(options, next);
  return {
    state: next,
    effects: [
      { kind: "status", status: { phase: "connecting", address, generation } },
      { kind: "open", address, generation },
      { kind: "wake", atMs: dueAtMs },
    ],
  };
}

function opened(options: SessionOptions, state: SessionState, now: SessionInstant): SessionStep {
  if (options.login === "none") {
    return becomeOpen(options, state, now);
  }
  const { generation } = state;
  const dueAtMs = now.atMs + options.loginTimeoutMs;
  return {
    state: { ...state, phase: "logging-in", sinceMs: now.atMs, dueAtMs },
    effects: [
      { kind: "status", status: { phase: "logging-in", address: sessionAddress(options, state), generation } },
      { kind: "send-login" },
      { kind: "wake", atMs: dueAtMs },
    ],
  };
}

function becomeOpen(options: SessionOptions, state: SessionState, { atMs }: SessionInstant): SessionStep {
  const heartbeat = startHeartbeat(options.heartbeat, atMs);
  const { generation, channels } = state;
  return {
    state: { ...state, phase: "open", sinceMs: atMs, dueAtMs: heartbeat.dueAtMs, heartbeat },
    effects: [
      ...channels.map((channel): SessionEffect => ({ kind: "send-subscribe", channel })),
      { kind: "status", status: { phase: "open", address: sessionAddress(options, state), generation } },
      { kind: "wake", atMs: heartbeat.dueAtMs },
    ],
  };
}

function stop(state: SessionState): SessionStep {
  const { generation, phase } = state;
  const alive = phase === "connecting" || isConnected(state);
  const close: SessionEffect[] = alive ? [{ kind: "close", generation, code: normalClosure }] : [];
  return {
    state: { ...state, phase: "stopped", dueAtMs: Number.POSITIVE_INFINITY, channels: [] },
    effects: phase === "stopped" ? [] : [...close, { kind: "status", status: { phase: "stopped" } }],
  };
}

function timer(options: SessionOptions, state: SessionState, heardAtMs: number, now: SessionInstant): SessionStep {
  if (now.atMs < state.dueAtMs) {
    return Number.isFinite(state.dueAtMs)
      ? { state, effects: [{ kind: "wake", atMs: state.dueAtMs }] }
      : unchanged(state);
  }
  switch (state.phase) {
    case "waiting":
      return connect(options, state, now);
    case "connecting":
      return giveUp(options, state, "connect-failed", "no connection in time", now);
    case "logging-in":
      return giveUp(options, state, "login-failed", "no acknowledgement of the login in time", now);
    case "open":
      return look(options, state, heardAtMs, now);
    default:
      return unchanged(state);
  }
}

function look(options: SessionOptions, state: SessionState, heardAtMs: number, now: SessionInstant): SessionStep {
  const judgement = judgeHeartbeat(options.heartbeat, state.heartbeat, heardAtMs, now.atMs);
  if (judgement.verdict === "dead") {
    return giveUp(options, state, "connection-lost", "nothing heard, pings unanswered", now);
  }
  const heartbeat = judgement.state;
  const ping: SessionEffect[] = judgement.verdict === "ping" ? [{ kind: "send-ping" }] : [];
  return {
    state: { ...state, heartbeat, dueAtMs: heartbeat.dueAtMs },
    effects: [...ping, { kind: "wake", atMs: heartbeat.dueAtMs }],
  };
}

/** How a connection ended. */
interface Ending {
  readonly code: number;
  readonly cause: string;
  readonly refusedBy?: ConnectRefusal | undefined;
}

type Failure = "connect-failed" | "connection-lost" | "login-failed";

/** Ends the connection from this side. Its own `closed` comes too late to matter: the generation moves on. */
function giveUp(
  options: SessionOptions,
  state: SessionState,
  after: Failure,
  cause: string,
  now: SessionInstant,
): SessionStep {
  const step = wait(options, state, { after, code: 0, cause }, now);
  const { generation } = state;
  return { state: step.state, effects: [{ kind: "close", generation, code: normalClosure }, ...step.effects] };
}

function closed(
  options: SessionOptions,
  state: SessionState,
  { code, cause, refusedBy }: Ending,
  now: SessionInstant,
): SessionStep {
  switch (state.phase) {
    case "connecting":
      return wait(options, state, { after: "connect-failed", code, cause, refusedBy }, now);
    case "logging-in":
    case "open":
      return wait(options, state, { after: "connection-lost", code, cause }, now);
    default:
      return unchanged(state);
  }
}

/** Schedules the next attempt; after anything but a stable connection at the next address. */
function wait(
  options: SessionOptions,
  state: SessionState,
  failure: Ending & { readonly after: Failure },
  { atMs, random, need }: SessionInstant,
): SessionStep {
  const wasStable = state.phase === "open" && atMs - state.sinceMs >= options.stableAfterMs;
  const failures = wasStable ? 0 : state.failures;
  const retryInMs =
    need === "urgent"
      ? urgentDelayMs(options.backoff, failures, random)
      : backoffDelayMs(options.backoff, failures, random);
  const dueAtMs = atMs + retryInMs;
  const { generation } = state;
  return {
    state: {
      ...state,
      phase: "waiting",
      addressIndex: wasStable ? state.addressIndex : (state.addressIndex + 1) % options.addresses.length,
      failures: failures + 1,
      sinceMs: atMs,
      dueAtMs,
    },
    effects: [
      {
        kind: "status",
        status: { phase: "waiting", address: sessionAddress(options, state), generation, retryInMs, ...failure },
      },
      { kind: "wake", atMs: dueAtMs },
    ],
  };
}

function loginFailed(
  options: SessionOptions,
  state: SessionState,
  venueCode: number,
  now: SessionInstant,
): SessionStep {
  if (!finalLoginCodes.includes(venueCode)) {
    return state.phase === "logging-in"
      ? giveUp(options, state, "login-failed", `the venue answered ${venueCode}`, now)
      : unchanged(state);
  }
  const { generation } = state;
  return {
    state: { ...state, phase: "refused", dueAtMs: Number.POSITIVE_INFINITY },
    effects: [
      { kind: "close", generation, code: normalClosure },
      { kind: "status", status: { phase: "refused", address: sessionAddress(options, state), generation, venueCode } },
    ],
  };
}
