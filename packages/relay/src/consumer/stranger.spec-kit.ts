import { expect } from "vitest";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { emptyHeader, type RelayHeader } from "../wire/header.js";

export const pair = "4BTC_USDT";
export const other = "4ETH_USDT";
export const live = ["live", "live"];

/** A consumer with the books of an owner, and a stranger that may publish whatever it likes. */
export async function liveWorld() {
  const world = new RelayWorld(1, [pair, other], { follow: "books-and-deals" });
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  expect(world.labels()).toEqual(live);
  const stranger = world.bus.connect("stranger");
  const raw = world.subjects.raw("depth", pair);
  const publish = async (subject: string, bytes: Uint8Array) => {
    stranger.publish(subject, bytes);
    await world.clock.advanceAndSettle(0);
    world.look();
  };
  return { world, owner, stranger, raw, publish };
}

export const header = (fields: Partial<RelayHeader>): RelayHeader => ({ ...emptyHeader(), term: 1, ...fields });
export const empty = new Uint8Array(0);

/** Whatever came: nothing wrong was shown, and all is live again without another term. */
export async function expectHealed(world: RelayWorld): Promise<void> {
  await world.run(1_500);
  expect(world.labels()).toEqual(live);
  expect(world.seen.wrong).toEqual([]);
  expect(world.seen.tooOld).toEqual([]);
  expect(world.dealFaults()).toEqual([]);
}

/** Whoever asks gets the stranger's answer first. */
export async function answering(bytes: Uint8Array) {
  const scene = await liveWorld();
  const { world, stranger, raw } = scene;
  stranger.subscribe(world.subjects.snap(pair), ({ respond }) => respond(bytes));
  stranger.publish(raw, empty);
  await world.clock.advanceAndSettle(0);
  return scene;
}
