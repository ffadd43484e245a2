import { beforeEach, describe, expect, test } from "vitest";
import { stepSession } from "./session.js";
import type { SessionEffect, SessionInput, SessionStatus } from "./session-events.js";
import { defaultSessionOptions, type SessionOptions } from "./session-options.js";
import { idleSession, type SessionState } from "./session-state.js";

const options: SessionOptions = { ...defaultSessionOptions, addresses: ["ws://one", "ws://two", "ws://three"] };

let state: SessionState;
let nowMs: number;
let current: SessionOptions;

beforeEach(() => {
  state = idleSession();
  nowMs = 0;
  current = options;
});

/** Steps the session; chance is 0.5. */
function step(input: SessionInput): readonly SessionEffect[] {
  const next = stepSession(current, state, input, { atMs: nowMs, random: 0.5, need: "ordinary" });
  state = next.state;
  return next.effects;
}

function statuses(effects: readonly SessionEffect[]): SessionStatus[] {
  return effects.flatMap((effect) => (effect.kind === "status" ? [effect.status] : []));
}

function kinds(effects: readonly SessionEffect[]): string[] {
  return effects.filter(({ kind }) => kind !== "status" && kind !== "wake").map(({ kind }) => kind);
}

function open(): void {
  step({ kind: "start" });
  step({ kind: "opened", generation: state.generation });
}

const closed = (code = 1006): SessionInput => ({
  kind: "closed",
  generation: state.generation,
  code,
  cause: "it broke",
});

describe("connecting", () => {
  test("opens the first address, once", () => {
    expect(step({ kind: "start" })).toEqual([
      { kind: "status", status: { phase: "connecting", address: "ws://one", generation: 1 } },
      { kind: "open", address: "ws://one", generation: 1 },
      { kind: "wake", atMs: options.connectTimeoutMs },
    ]);
    expect(step({ kind: "start" })).toEqual([]);
  });

  test("a failure moves to the next address after a random part of a growing window", () => {
    step({ kind: "start" });
    const addresses: string[] = [];
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const [status] = statuses(step(closed()));
      expect(status).toMatchObject({ phase: "waiting", after: "connect-failed", code: 1006, cause: "it broke" });
      waits.push(state.dueAtMs - nowMs);
      nowMs = state.dueAtMs;
      const opening = step({ kind: "timer", heardAtMs: 0 }).find((effect) => effect.kind === "open");
      addresses.push(opening?.kind === "open" ? opening.address : "");
    }
    expect(addresses).toEqual(["ws://two", "ws://three", "ws://one", "ws://two"]);
    expect(waits).toEqual([2_500, 5_000, 10_000, 20_000]);
  });

  test("an attempt that hangs is given up, and its own end is of no meaning any more", () => {
    step({ kind: "start" });
    nowMs = options.connectTimeoutMs;
    const effects = step({ kind: "timer", heardAtMs: 0 });
    expect(effects[0]).toEqual({ kind: "close", generation: 1, code: 1000 });
    expect(statuses(effects)).toMatchObject([{ phase: "waiting", after: "connect-failed" }]);
    expect(step(closed())).toEqual([]);
  });

  test("an early timer only waits on", () => {
    step({ kind: "start" });
    nowMs = 5;
    expect(step({ kind: "timer", heardAtMs: 0 })).toEqual([{ kind: "wake", atMs: options.connectTimeoutMs }]);
  });

  test("the end of an older connection is of no meaning", () => {
    open();
    step(closed());
    nowMs = state.dueAtMs;
    step({ kind: "timer", heardAtMs: 0 });
    expect(state.generation).toBe(2);
    expect(step({ kind: "closed", generation: 1, code: 1000, cause: "" })).toEqual([]);
    expect(step({ kind: "opened", generation: 1 })).toEqual([]);
  });
});

describe("after a loss", () => {
  test("a stable connection ends the row of failures and keeps its address", () => {
    step({ kind: "start" });
    for (let failure = 0; failure < 3; failure++) {
      step(closed());
      nowMs = state.dueAtMs;
      step({ kind: "timer", heardAtMs: 0 });
    }
    step({ kind: "opened", generation: state.generation });
    nowMs += options.stableAfterMs;
    const [status] = statuses(step(closed()));
    expect(status).toMatchObject({ phase: "waiting", after: "connection-lost", retryInMs: 2_500 });
    nowMs = state.dueAtMs;
    expect(statuses(step({ kind: "timer", heardAtMs: 0 }))).toMatchObject([{ address: "ws://one" }]);
  });

  test("a short-lived connection counts as a failure", () => {
    open();
    nowMs += options.stableAfterMs - 1;
    step(closed());
    nowMs = state.dueAtMs;
    step({ kind: "timer", heardAtMs: 0 });
    step({ kind: "opened", generation: state.generation });
    expect(statuses(step(closed()))).toMatchObject([{ retryInMs: 5_000, address: "ws://two" }]);
  });
});

describe("subscriptions", () => {
  const sent = (effects: readonly SessionEffect[]): string[] =>
    effects.flatMap((effect) => ("channel" in effect ? [`${effect.kind} ${effect.channel}`] : []));

  test("what is wanted before the connection is sent once when it opens", () => {
    step({ kind: "subscribe", channel: "a" });
    step({ kind: "subscribe", channel: "b" });
    step({ kind: "subscribe", channel: "a" });
    expect(sent(step({ kind: "start" }))).toEqual([]);
    const effects = step({ kind: "opened", generation: 1 });
    expect(sent(effects)).toEqual(["send-subscribe a", "send-subscribe b"]);
    expect(step({ kind: "opened", generation: 1 })).toEqual([]);
  });

  test("while open they go out at once", () => {
    open();
    expect(sent(step({ kind: "subscribe", channel: "a" }))).toEqual(["send-subscribe a"]);
    expect(sent(step({ kind: "subscribe", channel: "a" }))).toEqual([]);
    expect(sent(step({ kind: "resubscribe", channel: "a" }))).toEqual(["send-unsubscribe a", "send-subscribe a"]);
    expect(sent(step({ kind: "unsubscribe", channel: "a" }))).toEqual(["send-unsubscribe a"]);
    expect(sent(step({ kind: "unsubscribe", channel: "a" }))).toEqual([]);
    expect(sent(step({ kind: "resubscribe", channel: "a" }))).toEqual([]);
  });

  test("each is applied again exactly once after every reconnect", () => {
    open();
    step({ kind: "subscribe", channel: "a" });
    step({ kind: "subscribe", channel: "b" });
    for (let round = 0; round < 3; round++) {
      step(closed());
      expect(sent(step({ kind: "resubscribe", channel: "a" }))).toEqual([]);
      nowMs = state.dueAtMs;
      step({ kind: "timer", heardAtMs: 0 });
      const effects = step({ kind: "opened", generation: state.generation });
      expect(sent(effects)).toEqual(["send-subscribe a", "send-subscribe b"]);
    }
  });
});

describe("liveness", () => {
  test("a silent connection is pinged, then given up", () => {
    open();
    nowMs = state.dueAtMs;
    expect(kinds(step({ kind: "timer", heardAtMs: 0 }))).toEqual(["send-ping"]);
    nowMs = state.dueAtMs;
    expect(kinds(step({ kind: "timer", heardAtMs: 0 }))).toEqual([]);
    nowMs = state.dueAtMs;
    const effects = step({ kind: "timer", heardAtMs: 0 });
    expect(kinds(effects)).toEqual(["close"]);
    expect(statuses(effects)).toMatchObject([{ phase: "waiting", after: "connection-lost" }]);
    expect(nowMs).toBeLessThanOrEqual(15_000);
  });

  test("the venue's JSON ping is answered with its number", () => {
    expect(step({ kind: "ping", ms: 5 })).toEqual([]);
    open();
    expect(step({ kind: "ping", ms: 1_639_124_171_584 })).toEqual([{ kind: "send-pong", ms: 1_639_124_171_584 }]);
  });
});

describe("a login", () => {
  beforeEach(() => {
    current = { ...options, login: "required" };
    step({ kind: "subscribe", channel: "a" });
    step({ kind: "start" });
  });

  test("comes before everything else", () => {
    expect(kinds(step({ kind: "opened", generation: 1 }))).toEqual(["send-login"]);
    const effects = step({ kind: "login-acknowledged" });
    expect(kinds(effects)).toEqual(["send-subscribe"]);
    expect(statuses(effects)).toMatchObject([{ phase: "open" }]);
    expect(step({ kind: "login-acknowledged" })).toEqual([]);
  });

  test("is made again on every connection", () => {
    step({ kind: "opened", generation: 1 });
    step({ kind: "login-acknowledged" });
    step(closed());
    nowMs = state.dueAtMs;
    step({ kind: "timer", heardAtMs: 0 });
    expect(kinds(step({ kind: "opened", generation: 2 }))).toEqual(["send-login"]);
  });

  test.each([3012, 3024, 3025, 3026, 3027])("%i is final", (venueCode) => {
    step({ kind: "opened", generation: 1 });
    const effects = step({ kind: "login-failed", venueCode });
    expect(kinds(effects)).toEqual(["close"]);
    expect(statuses(effects)).toEqual([{ phase: "refused", address: "ws://one", generation: 1, venueCode }]);
    expect(state.dueAtMs).toBe(Number.POSITIVE_INFINITY);
    expect(step(closed())).toEqual([]);
    expect(step({ kind: "timer", heardAtMs: 0 })).toEqual([]);
    expect(step({ kind: "start" })).toEqual([]);
  });

  test("is final too when the key is withdrawn later", () => {
    step({ kind: "opened", generation: 1 });
    step({ kind: "login-acknowledged" });
    expect(statuses(step({ kind: "login-failed", venueCode: 3024 }))).toMatchObject([{ phase: "refused" }]);
  });

  test("any other code is tried again, and changes nothing on a connection that is logged in", () => {
    step({ kind: "opened", generation: 1 });
    expect(statuses(step({ kind: "login-failed", venueCode: 4003 }))).toMatchObject([
      { phase: "waiting", after: "login-failed" },
    ]);
    nowMs = state.dueAtMs;
    step({ kind: "timer", heardAtMs: 0 });
    step({ kind: "opened", generation: 2 });
    step({ kind: "login-acknowledged" });
    expect(step({ kind: "login-failed", venueCode: 4003 })).toEqual([]);
  });

  test("an answer that never comes is a failure", () => {
    step({ kind: "opened", generation: 1 });
    nowMs = state.dueAtMs;
    expect(statuses(step({ kind: "timer", heardAtMs: 0 }))).toMatchObject([
      { phase: "waiting", after: "login-failed" },
    ]);
  });
});

describe("stopping", () => {
  test("closes the connection and ends everything", () => {
    open();
    expect(kinds(step({ kind: "stop" }))).toEqual(["close"]);
    expect(state.phase).toBe("stopped");
    for (const input of [closed(), { kind: "start" }, { kind: "timer", heardAtMs: 0 }, { kind: "stop" }] as const) {
      expect(step(input)).toEqual([]);
    }
  });

  test("a session that waits has nothing to close", () => {
    open();
    step(closed());
    expect(kinds(step({ kind: "stop" }))).toEqual([]);
  });
});
