import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, expect, test } from "vitest";
import { prefixDialect } from "../protocol/prefix-dialect.js";
import type { OnReachable, OpenSocket } from "../sockets/socket.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { SessionDriver } from "./session-driver.js";
import type { SessionStatus } from "./session-events.js";
import { defaultSessionOptions } from "./session-options.js";

let clock: FakeClock;
let network: FakeNetwork;
let heard: string[];
let phases: SessionStatus["phase"][];
let onStatus: (phase: SessionStatus["phase"]) => void;

function drive(
  openSocket: OpenSocket = network.openSocket,
  firstAddress = 0,
  onReachable?: OnReachable,
): SessionDriver {
  const options = { ...defaultSessionOptions, addresses: ["ws://one", "ws://two"] };
  const handlers = {
    dialect: prefixDialect,
    message: (bytes: Uint8Array) => heard.push(new TextDecoder().decode(bytes)),
    status: ({ phase }: SessionStatus) => {
      phases.push(phase);
      onStatus(phase);
    },
    loginText: () => "login",
  };
  return new SessionDriver(options, { clock, random: () => 0.5, openSocket, onReachable }, handlers, firstAddress);
}

beforeEach(() => {
  clock = fakeClock();
  network = new FakeNetwork();
  heard = [];
  phases = [];
  onStatus = () => {};
});

test("messages of an older connection, or of one that was given up, are not heard", () => {
  const driver = drive();
  driver.dispatch({ kind: "start" });
  const first = network.last;
  first.open();
  first.plain("a");
  clock.advance(15_000);
  first.plain("b");
  clock.advance(10_000);
  expect([network.sockets.length, driver.generation]).toEqual([2, 2]);
  network.last.open();
  first.plain("c");
  network.last.plain("d");
  first.end();
  expect(heard).toEqual(["0a", "0d"]);
  expect(driver.isOpen).toBe(true);
});

test("begins with the address that it is told, counted around", () => {
  drive(network.openSocket, 3).dispatch({ kind: "start" });
  expect(network.last.address).toBe("ws://two");
});

test("a socket that fails while it is being made is an ordinary failure", () => {
  let tries = 0;
  const driver = drive((_address, handlers) => {
    tries++;
    handlers.closed(1006, "no way");
    return { send: () => {}, ping: () => {}, close: () => {} };
  });
  driver.dispatch({ kind: "start" });
  expect(phases).toEqual(["connecting", "waiting"]);
  clock.advance(2_500);
  expect(tries).toBe(2);
});

test("an input that arises from a status waits for its turn", () => {
  const driver = drive();
  onStatus = (phase) => {
    if (phase === "connecting") {
      driver.dispatch({ kind: "stop" });
    }
  };
  driver.dispatch({ kind: "start" });
  expect(phases).toEqual(["connecting", "stopped"]);
  expect(network.last.closedWith).toBe(1000);
  expect(clock.pending()).toBe(0);
});

test("any sign of life puts the ping off", () => {
  const driver = drive();
  driver.dispatch({ kind: "start" });
  network.last.open();
  for (let round = 0; round < 20; round++) {
    clock.advance(4_000);
    if (round % 2 === 0) {
      network.last.controlFrame();
    } else {
      network.last.plain("x");
    }
  }
  expect([network.last.pings, network.sockets.length]).toEqual([0, 1]);
});

test("what kept the venue away is over: an attempt that waits is made at once, and who is connected stays so", () => {
  const retries = new Set<() => void>();
  const onReachable = (retry: () => void) => {
    retries.add(retry);
    return () => retries.delete(retry);
  };
  const driver = drive(network.openSocket, 0, onReachable);
  const reach = () => [...retries].map((retry) => retry());
  driver.dispatch({ kind: "start" });
  reach();
  network.last.open();
  network.last.end(1006, "gone");
  expect([phases.at(-1), network.sockets.length, retries.size]).toEqual(["waiting", 1, 1]);
  reach();
  expect([phases.at(-1), network.sockets.length, retries.size]).toEqual(["connecting", 2, 0]);
  network.last.open();
  reach();
  driver.dispatch({ kind: "stop" });
  expect([network.sockets.length, retries.size, clock.pending()]).toEqual([2, 0, 0]);
});
