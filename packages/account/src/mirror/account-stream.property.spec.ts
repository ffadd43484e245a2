import { fakeClock, randomInteger, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountEvent } from "./account-event.js";
import { defaultAccountOptions } from "./account-options.js";
import { AccountStream } from "./account-stream.js";
import { isFinished } from "./order-progress.js";
import { doSomething } from "./scripted-day.spec-kit.js";
import { dealt } from "./scripted-records.spec-kit.js";
import { ScriptedVenue, type VenueHabits } from "./scripted-venue.spec-kit.js";

/** More runs: `MODEL_RUNS=2000`. */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 60);

const tally = {
  breaks: 0,
  fills: 0,
  queried: 0,
  repeated: 0,
  lateOrders: 0,
  sizeless: 0,
  gaps: 0,
  failures: 0,
  changes: 0,
};

interface Scene {
  readonly venue: ScriptedVenue;
  readonly stream: AccountStream;
  readonly events: AccountEvent[];
}

async function play(seed: number, habits: VenueHabits): Promise<Scene> {
  const random = seededRandom(seed);
  const clock = fakeClock();
  const venue = new ScriptedVenue(clock, random, habits);
  const options = { ...defaultAccountOptions, pageSize: 5, maxQueued: 1_000_000 };
  const stream = new AccountStream({ options, clock, recovery: { reconciler: venue } });
  venue.feed = stream.feed;
  const events: AccountEvent[] = [];
  const reading = (async () => {
    for await (const event of stream) {
      events.push(event);
    }
  })();
  for (let at = 0; at < 15; at++) {
    doSomething(venue, random);
    clock.advance(randomInteger(random, 0, 1) * 10);
  }
  clock.advance(1000);
  for (let at = 0; at < 80; at++) {
    const dice = random();
    if (dice < 0.08) {
      tally.breaks += venue.isConnected ? 1 : 0;
      venue.break();
    } else if (dice < 0.25) {
      venue.connect();
    } else {
      doSomething(venue, random);
      if (dice < 0.35) {
        // Two things in one millisecond look alike.
        doSomething(venue, random);
      }
    }
    await clock.advanceAndSettle(randomInteger(random, 0, 3) * randomInteger(random, 0, 300));
  }
  venue.connect();
  await clock.advanceAndSettle(120_000);
  stream.close();
  await reading;
  return { venue, stream, events };
}

function compare({ venue, stream, events }: Scene): void {
  const { finishedBefore } = venue;
  const { state } = stream;
  // What finished between the first login and the beginning may be known from pushes alone.
  const owed = venue.orders.filter(({ id }) => venue.finishedAtBeginning?.has(id) === false);
  const told = new Map<string, string[]>();
  for (const event of events) {
    if (event.kind === "fill") {
      const { orderId, dealQuantity, createdAtMs } = event.fill;
      told.set(orderId, [...(told.get(orderId) ?? []), `${dealQuantity}@${createdAtMs}`]);
    }
  }
  for (const order of owed) {
    const wanted = order.fills.map((fill) => `${fill.quantity}@${fill.atMs}`);
    expect((told.get(order.id) ?? []).toSorted(), `fills of ${order.id}`).toEqual(wanted.toSorted());
    const mirrored = [...state.orders.values()].find(({ orderId }) => orderId === order.id);
    expect(mirrored, `order ${order.id}`).toMatchObject({ status: order.status, dealQuantity: String(dealt(order)) });
  }
  expect([...told.keys()].filter((id) => finishedBefore.has(id))).toEqual([]);
  compareChanges(venue, events);
  const sizes = [...state.positions.values()].flatMap(({ long, short }) => [long, short]).flatMap((one) => one ?? []);
  expect(sizes.map(({ pair, side, quantity }) => `${pair} ${side} ${quantity}`).toSorted()).toEqual(
    [...venue.held.values()]
      .filter(({ quantity }) => quantity > 0)
      .map(({ pair, side, quantity }) => `${pair} ${side} ${quantity}`)
      .toSorted(),
  );
  expect([...state.assets.values()].map(({ available }) => available)).toEqual([String(venue.available)]);
  expect([...state.planOrders.keys()].toSorted()).toEqual([...venue.plans.keys()].toSorted());
  expect(state.gap).toBeUndefined();
  const complaints = events.flatMap((event) => (event.kind === "difference" ? [event.difference] : []));
  expect(complaints.filter(({ what }) => what !== "reconciler-failed")).toEqual([]);
  expect(events.filter((event) => event.kind === "gap" && event.dropped > 0)).toEqual([]);
}

/** Each change once; those between the first login and the beginning may be known from pushes alone. */
function compareChanges(venue: ScriptedVenue, events: readonly AccountEvent[]): void {
  const face = ({ pair, side, createdAtMs }: { pair: string; side: string; createdAtMs: number }) =>
    `${pair} ${side} ${createdAtMs}`;
  const all = venue.changes.map((change) => face({ ...change, createdAtMs: change.atMs }));
  const delivered = events.flatMap((event) => (event.kind === "position-change" ? [face(event.change)] : []));
  const owed = venue.changes.flatMap(({ pair }, index) =>
    index >= (venue.changesAnswered.get(pair) ?? 0) ? [all[index] as string] : [],
  );
  expect(delivered).toEqual(expect.arrayContaining(owed));
  const rest = all.slice(venue.changesBefore);
  for (const one of delivered) {
    expect(rest).toContain(one);
    rest.splice(rest.indexOf(one), 1);
  }
}

function statusesOnlyRise(events: readonly AccountEvent[]): void {
  for (const event of events) {
    if (event.kind === "order" && event.previous !== undefined && isFinished(event.previous.status)) {
      expect(event.order.status).toBe(event.previous.status);
    }
    if (event.kind === "order" && event.previous?.status === "partly-filled") {
      expect(event.order.status).not.toBe("open");
    }
  }
}

test("after whatever breaks, the mirror equals the venue and each fill was delivered exactly once", async () => {
  const habits = fc.record({
    ids: fc.constantFrom("same", "different"),
    size: fc.constantFrom("sized", "sized", "sizeless"),
    maxStatusDelayMs: fc.constantFrom(0, 50, 400),
    repeated: fc.constantFrom(0, 0.2),
    failing: fc.constantFrom(0, 0.1),
  });
  await fc.assert(
    fc.asyncProperty(fc.nat(), habits, async (seed, how) => {
      const scene = await play(seed, how);
      compare(scene);
      statusesOnlyRise(scene.events);
      const { repeatedFills, lateOrders, sizelessFills, failures } = scene.stream.statistics;
      const fills = scene.events.filter((event) => event.kind === "fill");
      tally.fills += fills.length;
      tally.queried += fills.filter(({ origin }) => origin === "query").length;
      tally.repeated += repeatedFills;
      tally.lateOrders += lateOrders;
      tally.sizeless += sizelessFills;
      tally.failures += failures;
      tally.gaps += scene.events.filter(({ kind }) => kind === "gap-closed").length;
      tally.changes += scene.venue.changes.length;
    }),
    { numRuns },
  );
  for (const [what, times] of Object.entries(tally)) {
    expect(times, what).toBeGreaterThan(0);
  }
  console.log({ seed: fc.readConfigureGlobal().seed, numRuns, ...tally });
}, 120_000);
