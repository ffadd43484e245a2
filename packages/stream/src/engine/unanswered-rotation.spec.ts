import { Credential } from "@depthwire/core";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeNetwork, type FakeSocket, keyOf } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";
import type { PrivateStream } from "./private-stream.js";

const secret = "secret-of-a-spec";
const firstKey = new Credential({ apiKey: "first-key", apiSecret: secret });
const secondKey = new Credential({ apiKey: "second-key", apiSecret: secret });

let clock: FakeClock;
let network: FakeNetwork;
let engine: Engine;
let session: PrivateStream;
let outcome: unknown;

beforeEach(async () => {
  clock = fakeClock();
  network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine({ addresses: ["ws://one"] }, { clock, random: () => 0.5, shard });
  session = engine.login(firstKey);
  network.last.open();
  acknowledge(network.last);
  await clock.advanceAndSettle(0);
});

afterEach(() => engine.close());

const acknowledge = (socket: FakeSocket): void =>
  socket.plain('{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}');

async function rotate(): Promise<void> {
  outcome = "pending";
  try {
    await session.rotate(secondKey);
    outcome = "done";
  } catch (error) {
    outcome = error;
  }
}

/** Connections stand at once, and each login is left to `answer`, until that returns whether it was the last. */
async function takeLogins(answer: (socket: FakeSocket) => "last" | "next"): Promise<void> {
  for (let seen = network.sockets.length - 1, second = 0; second < 300; second++) {
    const fresh = network.sockets.slice(seen);
    seen = network.sockets.length;
    for (const socket of fresh.filter(({ sent }) => sent.length === 0)) {
      socket.open();
      if (answer(socket) === "last") {
        await clock.advanceAndSettle(0);
        return;
      }
    }
    await clock.advanceAndSettle(1_000);
  }
}

/** The venue says nothing to the second key, and takes the first. */
const firstAlone = (socket: FakeSocket): "last" | "next" => {
  if (keyOf(socket) === "second-key") {
    return "next";
  }
  acknowledge(socket);
  return "last";
};

test("a key whose login nobody answers is given up: the rotation ends, and the key before it is used again", async () => {
  const [old] = network.sockets;
  void rotate();
  await takeLogins(firstAlone);
  expect(outcome).toMatchObject({ code: "timed-out", operation: "login", retryable: true });
  expect([session.status.phase, keyOf(network.last)]).toEqual(["live", "first-key"]);
  // Two logins beside the old session, which then made room, and two without it.
  expect(network.sockets.map(keyOf).slice(1)).toEqual([...Array<string>(4).fill("second-key"), "first-key"]);
  expect(old?.closedWith).toBe(1000);
  void rotate();
  network.last.open();
  acknowledge(network.last);
  await clock.advanceAndSettle(1_000);
  expect([outcome, session.status.phase, keyOf(network.last)]).toEqual(["done", "live", "second-key"]);
});

test("a key that came during an outage, and whose login nobody answers, is given up too", async () => {
  network.last.end();
  void rotate();
  await clock.advanceAndSettle(5_000);
  await takeLogins(firstAlone);
  expect(outcome).toMatchObject({ code: "timed-out" });
  expect([session.status.phase, keyOf(network.last)]).toEqual(["live", "first-key"]);
});

test("a key that is refused once the old session made room is given up for the one before", async () => {
  void rotate();
  let logins = 0;
  await takeLogins((socket) => {
    if (keyOf(socket) === "second-key" && ++logins === 3) {
      socket.plain('{"error":{"code":"3012","msg":"published"}}');
    }
    return firstAlone(socket);
  });
  expect(outcome).toMatchObject({ code: "venue-refused" });
  expect([session.status.phase, keyOf(network.last)]).toEqual(["live", "first-key"]);
});

test("while no connection can be made at all nothing is known of a key, and it stays the next", async () => {
  network.last.end();
  void rotate();
  for (let second = 0; second < 200; second++) {
    await clock.advanceAndSettle(1_000);
    network.last.end();
  }
  expect(outcome).toBe("pending");
  await clock.advanceAndSettle(60_000);
  network.last.open();
  acknowledge(network.last);
  await clock.advanceAndSettle(0);
  expect([outcome, session.status.phase, keyOf(network.last)]).toEqual(["done", "live", "second-key"]);
});
