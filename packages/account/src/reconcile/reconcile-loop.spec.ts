import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultAccountOptions } from "../mirror/account-options.js";
import { AccountScene, pair } from "../mirror/account-scene.spec-kit.js";
import { AccountStream } from "../mirror/account-stream.js";
import { shortOrder } from "../mirror/scripted-records.spec-kit.js";

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.stream.close());

test("a look at everything that is due is not forgotten for one at some orders", async () => {
  scene.open();
  const { venue, clock, stream } = scene;
  venue.connect();
  await scene.settle();
  const order = venue.place(pair, "open-long", 4);
  await scene.settle();
  // The order's end is pushed and its trade is not: some time later it will be asked for.
  const { feed } = venue;
  venue.feed = undefined;
  venue.trade(order, 4);
  await clock.advanceAndSettle(100);
  venue.feed = feed;
  stream.feed.received({ kind: "order", value: shortOrder(order) });
  // Until then a look at everything hangs, and another connection asks for a further one.
  const works = venue.positionChanges.bind(venue);
  const hanging: (() => void)[] = [];
  venue.positionChanges = async (request) => {
    await new Promise<void>((resolve) => hanging.push(resolve));
    return works(request);
  };
  venue.break();
  venue.connect();
  await clock.advanceAndSettle(500);
  expect(hanging).not.toEqual([]);
  venue.break();
  venue.connect();
  await clock.advanceAndSettle(3 * defaultAccountOptions.auditDelayMs);
  venue.positionChanges = works;
  for (const release of hanging) {
    release();
  }
  await clock.advanceAndSettle(15_000);
  expect(scene.fillsTold()).toEqual(["query 4"]);
  expect(scene.events.at(-1)?.kind).toBe("gap-closed");
  expect(stream.state).toMatchObject({ status: "live", gap: undefined });
});

test("the beginning of an account is kept once, however often its connection breaks", async () => {
  const { venue, clock } = scene;
  let begun = 0;
  const delivered = { history: undefined, begin: async () => void begun++, delivered: async () => undefined };
  const stream = new AccountStream({
    options: defaultAccountOptions,
    clock,
    recovery: { reconciler: venue, isOwn: () => false },
    delivered,
  });
  scene.stream = stream;
  venue.feed = stream.feed;
  for (let connections = 0; connections < 3; connections++) {
    venue.connect();
    await clock.advanceAndSettle(10_000);
    expect([begun, stream.state.status]).toEqual([1, "live"]);
    venue.break();
  }
});

test("a connection that is told after the end changes nothing", async () => {
  scene.open();
  const { venue, stream } = scene;
  venue.connect();
  await scene.settle();
  const { requests } = stream.statistics;
  stream.close();
  venue.break();
  venue.connect();
  await scene.settle();
  expect(stream.state.status).toBe("offline");
  expect(stream.statistics.requests).toBe(requests);
});
