import { beforeEach, describe, expect, test } from "vitest";
import { stepSession } from "./session.js";
import type { SessionEffect, SessionInput } from "./session-events.js";
import { defaultSessionOptions, type SessionOptions } from "./session-options.js";
import { idleSession, type SessionState } from "./session-state.js";

/** Every effect of a step, to the letter. Chance is 0.5; `session.spec.ts` tells what the steps are for. */

const addresses = ["ws://one", "ws://two"];
const open: SessionOptions = { ...defaultSessionOptions, addresses };
const withLogin: SessionOptions = { ...open, login: "required" };
const never = Number.POSITIVE_INFINITY;

let options: SessionOptions;
let state: SessionState;
let nowMs: number;

beforeEach(() => {
  options = open;
  state = idleSession();
  nowMs = 1_000;
});

function step(input: SessionInput, need: "ordinary" | "urgent" = "ordinary"): readonly SessionEffect[] {
  const next = stepSession(options, state, input, { atMs: nowMs, random: 0.5, need });
  state = next.state;
  return next.effects;
}

/** Brings the session to a phase on its first connection. */
function at(phase: SessionState["phase"]): void {
  options = phase === "logging-in" || phase === "refused" ? withLogin : open;
  if (phase === "idle") {
    return;
  }
  step({ kind: "start" });
  if (phase === "stopped") {
    step({ kind: "stop" });
  } else if (phase === "waiting") {
    step({ kind: "closed", generation: 1, code: 1006, cause: "it broke" });
  } else if (phase !== "connecting") {
    step({ kind: "opened", generation: 1 });
  }
  if (phase === "refused") {
    step({ kind: "login-failed", venueCode: 3012 });
  }
  expect(state.phase).toBe(phase);
}

const timer = { kind: "timer", heardAtMs: 0 } as const;
const close = { kind: "close", generation: 1, code: 1000 };
const one = { address: "ws://one", generation: 1 };
const waiting = (after: string, cause: string, code = 0): object => ({
  kind: "status",
  status: { phase: "waiting", after, ...one, code, cause, refusedBy: undefined, retryInMs: 2_500 },
});

describe("what does not fit the phase changes nothing", () => {
  test.each([
    ["idle", [timer, { kind: "login-acknowledged" }, { kind: "opened", generation: 0 }, { kind: "ping", ms: 1 }]],
    ["connecting", [{ kind: "login-acknowledged" }, { kind: "ping", ms: 1 }, { kind: "unreadable", cause: "x" }]],
    ["connecting", [{ kind: "login-failed", venueCode: 3012 }, { kind: "start" }, { kind: "opened", generation: 2 }]],
    ["logging-in", [{ kind: "opened", generation: 1 }, { kind: "start" }]],
    ["open", [{ kind: "opened", generation: 1 }, { kind: "login-acknowledged" }, { kind: "start" }]],
    [
      "waiting",
      [
        { kind: "opened", generation: 1 },
        { kind: "closed", generation: 1, code: 1, cause: "x" },
      ],
    ],
    ["waiting", [{ kind: "unreadable", cause: "x" }, { kind: "login-failed", venueCode: 3012 }, { kind: "start" }]],
    ["refused", [{ kind: "subscribe", channel: "a" }, { kind: "unreadable", cause: "x" }, { kind: "start" }]],
    ["stopped", [{ kind: "subscribe", channel: "a" }, { kind: "stop" }, { kind: "start" }]],
  ] as const)("%s", (phase, inputs) => {
    at(phase);
    const before = state;
    for (const input of inputs) {
      expect(step(input)).toEqual([]);
      expect(state).toEqual(before);
    }
  });
});

describe("a connection", () => {
  test("becomes usable with its channels first, then its status and a time to look", () => {
    step({ kind: "subscribe", channel: "a" });
    at("connecting");
    nowMs = 2_000;
    expect(step({ kind: "opened", generation: 1 })).toEqual([
      { kind: "send-subscribe", channel: "a" },
      { kind: "status", status: { phase: "open", ...one } },
      { kind: "wake", atMs: 7_000 },
    ]);
    expect(state).toMatchObject({ phase: "open", sinceMs: 2_000, dueAtMs: 7_000, channels: ["a"] });
  });

  test("logs in first where that is required, and waits for the answer no longer than it may", () => {
    options = withLogin;
    step({ kind: "start" });
    nowMs = 2_000;
    expect(step({ kind: "opened", generation: 1 })).toEqual([
      { kind: "status", status: { phase: "logging-in", ...one } },
      { kind: "send-login" },
      { kind: "wake", atMs: 12_000 },
    ]);
    expect(state).toMatchObject({ phase: "logging-in", sinceMs: 2_000, dueAtMs: 12_000 });
    expect(step({ kind: "ping", ms: 9 })).toEqual([{ kind: "send-pong", ms: 9 }]);
    nowMs = 12_000;
    expect(step(timer)).toEqual([
      close,
      waiting("login-failed", "no acknowledgement of the login in time"),
      { kind: "wake", atMs: 14_500 },
    ]);
  });

  test("that hangs is given up at its time", () => {
    at("connecting");
    nowMs = 11_000;
    expect(step(timer)).toEqual([
      close,
      waiting("connect-failed", "no connection in time"),
      { kind: "wake", atMs: 13_500 },
    ]);
    expect(state).toMatchObject({ phase: "waiting", failures: 1, addressIndex: 1, sinceMs: 11_000, dueAtMs: 13_500 });
    nowMs = 13_500;
    expect(step(timer)).toEqual([
      { kind: "status", status: { phase: "connecting", address: "ws://two", generation: 2 } },
      { kind: "open", address: "ws://two", generation: 2 },
      { kind: "wake", atMs: 23_500 },
    ]);
    expect(state).toMatchObject({ phase: "connecting", generation: 2, sinceMs: 13_500, dueAtMs: 23_500 });
  });

  test("that is refused tells by what, and one that was open does not", () => {
    const ended = { kind: "closed", generation: 1, code: 1006, cause: "x", refusedBy: "tls" } as const;
    const told = (): unknown => step(ended).flatMap((effect) => (effect.kind === "status" ? [effect.status] : []));
    at("connecting");
    expect(told()).toEqual([expect.objectContaining({ after: "connect-failed", refusedBy: "tls" })]);
    for (const phase of ["open", "logging-in"] as const) {
      state = idleSession();
      at(phase);
      const status = { phase: "waiting", after: "connection-lost", ...one, code: 1006, cause: "x", retryInMs: 2_500 };
      expect(told()).toEqual([status]);
    }
  });

  test.each(["open", "logging-in"] as const)("on which nothing can be read is ended, %s", (phase) => {
    at(phase);
    expect(step({ kind: "unreadable", cause: "noise" })).toEqual([
      close,
      waiting("connection-lost", "noise"),
      { kind: "wake", atMs: 3_500 },
    ]);
  });

  test("is pinged after a silence, looked at again, and given up when nothing comes", () => {
    at("open");
    nowMs = 6_000;
    expect(step(timer)).toEqual([{ kind: "send-ping" }, { kind: "wake", atMs: 11_000 }]);
    nowMs = 11_000;
    expect(step(timer)).toEqual([{ kind: "wake", atMs: 14_000 }]);
    nowMs = 14_000;
    expect(step(timer)).toEqual([
      close,
      waiting("connection-lost", "nothing heard, pings unanswered"),
      { kind: "wake", atMs: 16_500 },
    ]);
  });
});

describe("a channel that is not wanted any more", () => {
  const channels = (effects: readonly SessionEffect[]): readonly string[] =>
    effects.flatMap((effect) => ("channel" in effect ? [`${effect.kind} ${effect.channel}`] : []));

  test.each(["open", "waiting"] as const)("takes no other along, %s", (phase) => {
    for (const channel of ["a", "b", "c"]) {
      step({ kind: "subscribe", channel });
    }
    at(phase);
    expect(channels(step({ kind: "unsubscribe", channel: "b" }))).toEqual(
      phase === "open" ? ["send-unsubscribe b"] : [],
    );
    expect(state.channels).toEqual(["a", "c"]);
    step({ kind: "closed", generation: 1, code: 0, cause: "x" });
    nowMs = state.dueAtMs;
    step(timer);
    expect(channels(step({ kind: "opened", generation: 2 }))).toEqual(["send-subscribe a", "send-subscribe c"]);
  });
});

describe("a wait", () => {
  test("of a session on which money depends is short, however often it failed", () => {
    at("connecting");
    const waits = [1, 2, 3, 4].map((generation) => {
      step({ kind: "closed", generation, code: 0, cause: "x" }, "urgent");
      const waitMs = state.dueAtMs - nowMs;
      nowMs = state.dueAtMs;
      step(timer, "urgent");
      return waitMs;
    });
    expect(waits).toEqual([2_500, 3_750, 3_750, 3_750]);
  });

  test("begins short again after a connection that lived long, and only after one that was usable", () => {
    at("open");
    nowMs += options.stableAfterMs;
    step({ kind: "closed", generation: 1, code: 0, cause: "x" });
    expect(state).toMatchObject({ failures: 1, addressIndex: 0 });
    state = idleSession();
    options = { ...withLogin, loginTimeoutMs: 100_000 };
    step({ kind: "start" });
    step({ kind: "opened", generation: 1 });
    nowMs += options.stableAfterMs;
    step({ kind: "closed", generation: 1, code: 0, cause: "x" });
    expect(state).toMatchObject({ failures: 1, addressIndex: 1 });
    nowMs = state.dueAtMs;
    step(timer);
    step({ kind: "closed", generation: 2, code: 0, cause: "x" });
    expect(state).toMatchObject({ failures: 2, addressIndex: 0, dueAtMs: nowMs + 5_000 });
  });
});

describe("the end", () => {
  const stopped = { kind: "status", status: { phase: "stopped" } };

  test.each(["connecting", "logging-in", "open"] as const)("closes a connection, %s", (phase) => {
    step({ kind: "subscribe", channel: "a" });
    at(phase);
    expect(step({ kind: "stop" })).toEqual([close, stopped]);
    expect(state).toMatchObject({ phase: "stopped", dueAtMs: never, channels: [] });
  });

  test.each(["idle", "waiting", "refused"] as const)("has nothing to close, %s", (phase) => {
    at(phase);
    expect(step({ kind: "stop" })).toEqual([stopped]);
    expect(state).toMatchObject({ phase: "stopped", dueAtMs: never, channels: [] });
  });

  test("of a refused login says by which code; another code is one failure more", () => {
    at("logging-in");
    expect(step({ kind: "login-failed", venueCode: 4003 })).toEqual([
      close,
      waiting("login-failed", "the venue answered 4003"),
      { kind: "wake", atMs: 3_500 },
    ]);
    state = idleSession();
    at("logging-in");
    expect(step({ kind: "login-failed", venueCode: 3027 })).toEqual([
      close,
      { kind: "status", status: { phase: "refused", ...one, venueCode: 3027 } },
    ]);
    expect(state).toMatchObject({ phase: "refused", dueAtMs: never });
  });
});
