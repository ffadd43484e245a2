import type { FrameFeed } from "@depthwire/stream";
import { describe, expect, test } from "vitest";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { RelayLink } from "./relay-link.js";
import { createTrustMemory, TrustBoard } from "./trust-board.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];

/** A link in one thread that keeps a board up to date, and the board as another thread reads it. */
async function boardWorld() {
  const world = new RelayWorld(1, pairs);
  const { clock, subjects } = world;
  const memory = createTrustMemory();
  const time = { monotonicMs: () => clock.monotonicMs(), wallMs: () => clock.epochMs() };
  const { trusted } = new TrustBoard(memory, time);
  const bus = world.bus.connect("thread");
  const link = new RelayLink({ bus, subjects, clock, trusted });
  const nothing = () => undefined;
  const feed: FrameFeed = {
    opened: nothing,
    push: () => true,
    flush: nothing,
    controlFrame: nothing,
    doubt: nothing,
    renewed: nothing,
    missed: nothing,
    closed: nothing,
  };
  const socket = link.openFeed("", feed);
  for (const pair of pairs) {
    socket.send(`{"sub":"${pair}_depth"}`);
  }
  const board = new TrustBoard(memory, time);
  const owner = world.owner("a");
  const labels = () => pairs.map((pair) => board.doubtOf(pair));
  expect(labels()).toEqual(pairs.map(() => "relay-silent"));
  world.takeOver(owner);
  await world.run(1_000);
  expect(labels()).toEqual(pairs.map(() => undefined));
  return { world, owner, bus, link, labels };
}

const silent = pairs.map(() => "relay-silent");

describe("a board of trust", () => {
  test("trusts what its link trusts, at every moment, through hand-overs too", async () => {
    const { world, owner, labels } = await boardWorld();
    for (let step = 0; step < 20; step++) {
      await world.run(20);
      expect(labels()).toEqual(pairs.map(() => undefined));
    }
    const next = world.owner("b");
    await world.run(500);
    world.takeOver(next);
    owner.relay.close();
    for (let step = 0; step < 40; step++) {
      await world.run(20);
      expect(labels()).toEqual(pairs.map(() => undefined));
    }
  });

  test("runs out by itself where the thread that writes it stands still, however the machine slept", async () => {
    const { world, labels } = await boardWorld();
    world.clock.jumpEpoch(1_000);
    expect(labels()).toEqual(silent);
    world.clock.jumpEpoch(-1_000);
    expect(labels()).toEqual(pairs.map(() => undefined));
  });

  test("trusts nothing behind a cut or a silent owner, nor of who is followed no longer", async () => {
    const { world, owner, bus, labels } = await boardWorld();
    bus.cut();
    expect(labels()).toEqual(silent);
    bus.restore();
    await world.run(1_500);
    expect(labels()).toEqual(pairs.map(() => undefined));
    owner.holds = false;
    await world.run(400);
    expect(labels()).toEqual(silent);
  });
});
