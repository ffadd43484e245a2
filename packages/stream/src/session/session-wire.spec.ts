import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, expect, test } from "vitest";
import { prefixDialect } from "../protocol/prefix-dialect.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { SessionDriver, type SessionHandlers } from "./session-driver.js";
import type { SessionStatus } from "./session-events.js";
import { defaultSessionOptions, type SessionOptions } from "./session-options.js";
import type { SessionNeed } from "./session-state.js";

/** What a driver makes of its session's decisions: what goes over the wire, and when it looks again. */

let clock: FakeClock;
let network: FakeNetwork;
let heardAtMs: number[];
let statuses: SessionStatus[];

beforeEach(() => {
  clock = fakeClock();
  network = new FakeNetwork();
  heardAtMs = [];
  statuses = [];
});

function drive(options: Partial<SessionOptions> = {}, handlers: Partial<SessionHandlers> = {}): SessionDriver {
  return new SessionDriver(
    { ...defaultSessionOptions, addresses: ["ws://one", "ws://two"], ...options },
    { clock, random: () => 0.5, openSocket: network.openSocket },
    {
      dialect: prefixDialect,
      message: (_, atMs) => heardAtMs.push(atMs),
      status: (status) => statuses.push(status),
      loginText: () => '{"login":1}',
      ...handlers,
    },
  );
}

function opened(options: Partial<SessionOptions> = {}): SessionDriver {
  const driver = drive(options);
  driver.dispatch({ kind: "start" });
  network.last.open();
  return driver;
}

test("begins with the first address, and counts connections from 1", () => {
  const driver = drive();
  expect([driver.generation, driver.isOpen]).toEqual([0, false]);
  driver.dispatch({ kind: "start" });
  expect([driver.generation, driver.isOpen]).toEqual([1, false]);
  expect(network.last.address).toBe("ws://one");
  network.last.open();
  expect([driver.generation, driver.isOpen]).toEqual([1, true]);
});

test("sends the login alone, then what is wanted", () => {
  const driver = drive({ login: "required" });
  driver.dispatch({ kind: "subscribe", channel: "a" });
  driver.dispatch({ kind: "start" });
  network.last.open();
  expect(network.last.sent).toEqual(['{"login":1}']);
  driver.dispatch({ kind: "login-acknowledged" });
  driver.dispatch({ kind: "unsubscribe", channel: "a" });
  expect(network.last.channels).toEqual(["+a", "-a"]);
  expect(network.last.sent).toHaveLength(3);
});

test("pings in both ways with the present time, and answers a ping with its own number", () => {
  const driver = opened();
  driver.dispatch({ kind: "ping", ms: 77 });
  expect(network.last.sent.map((text) => JSON.parse(text))).toEqual([{ pong: 77 }]);
  clock.advance(5_000);
  expect(network.last.pings).toBe(1);
  expect(network.last.sent.slice(1).map((text) => JSON.parse(text))).toEqual([{ ping: clock.epochMs() }]);
});

test("tells when each message was heard", () => {
  opened();
  clock.advance(1_234);
  network.last.plain("x");
  clock.advance(1_000);
  network.last.plain("y");
  expect(heardAtMs).toEqual([1_234, 2_234]);
});

test.each(["plain", "controlFrame"] as const)("puts the ping off from the last sign of life: %s", (sign) => {
  opened();
  clock.advance(3_000);
  network.last[sign]("x");
  clock.advance(4_999);
  expect(network.last.pings).toBe(0);
  clock.advance(1);
  expect(network.last.pings).toBe(1);
});

test("counts the silence from the opening of a connection, whatever was heard on the one before", () => {
  opened();
  clock.advance(1_000);
  network.last.plain("x");
  network.last.end();
  clock.advance(2_500);
  clock.advance(9_000);
  network.last.open();
  clock.advance(4_999);
  expect(network.last.pings).toBe(0);
  clock.advance(1);
  expect(network.last.pings).toBe(1);
});

test("has one timer at a time, and none once it is over", () => {
  const driver = opened();
  for (let round = 0; round < 5; round++) {
    clock.advance(4_000);
    network.last.plain("x");
    expect(clock.pending()).toBe(1);
  }
  network.last.end();
  expect(clock.pending()).toBe(1);
  driver.dispatch({ kind: "stop" });
  expect(clock.pending()).toBe(0);
  const refused = drive({ login: "required" });
  refused.dispatch({ kind: "start" });
  network.last.open();
  refused.dispatch({ kind: "login-failed", venueCode: 3012 });
  expect(clock.pending()).toBe(0);
  expect(network.last.closedWith).toBe(1000);
});

test("hears nothing of a connection that it has given up: no opening, no sign of life, no end", () => {
  drive().dispatch({ kind: "start" });
  const first = network.last;
  clock.advance(10_000);
  expect(first.closedWith).toBe(1000);
  clock.advance(2_500);
  first.open();
  first.end();
  expect(statuses.map(({ phase }) => phase)).toEqual(["connecting", "waiting", "connecting"]);
  network.last.open();
  clock.advance(4_000);
  first.controlFrame();
  first.open();
  clock.advance(1_000);
  expect(network.last.pings).toBe(1);
});

test("hears no message while it waits", () => {
  opened();
  const first = network.last;
  first.end();
  first.plain("late");
  expect(heardAtMs).toEqual([]);
});

test.each([
  ["ordinary", 5_000],
  ["urgent", 3_750],
] as const)("asks how much depends on it whenever it waits: %s", (need: SessionNeed, secondWaitMs) => {
  drive({}, { need: () => need }).dispatch({ kind: "start" });
  network.last.end();
  clock.advance(2_500);
  network.last.end();
  expect(statuses.at(-1)).toMatchObject({ phase: "waiting", retryInMs: secondWaitMs });
});

test("goes on after an owner that throws", () => {
  let isBroken = true;
  const driver = drive(
    {},
    {
      status: ({ phase }) => {
        if (phase === "connecting" && isBroken) {
          isBroken = false;
          throw new Error("the owner's");
        }
      },
    },
  );
  expect(() => driver.dispatch({ kind: "start" })).toThrow("the owner's");
  driver.dispatch({ kind: "stop" });
  driver.dispatch({ kind: "start" });
  expect(driver.isOpen).toBe(false);
  expect(clock.pending()).toBe(0);
});
