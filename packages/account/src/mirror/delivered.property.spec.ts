import { fakeClock, randomInteger, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DeliveredFact, DeliveredStore } from "../ports/delivered-store.js";
import type { AccountEvent } from "./account-event.js";
import { defaultAccountOptions } from "./account-options.js";
import { AccountStream } from "./account-stream.js";
import { doSomething } from "./scripted-day.spec-kit.js";
import { ScriptedVenue, type VenueHabits } from "./scripted-venue.spec-kit.js";

/** More runs: `MODEL_RUNS=2000`. */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 40);

const processes = 4;

/** A store that outlives its processes, as text. */
function textStore(now: () => number): () => DeliveredStore {
  let beginning: string | undefined;
  const facts: string[] = [];
  let lastMs = 0;
  return () => ({
    history:
      beginning === undefined
        ? undefined
        : { beginning: JSON.parse(beginning), facts: facts.map((fact) => JSON.parse(fact) as DeliveredFact), lastMs },
    begin: async (taken) => {
      beginning = JSON.stringify(taken);
    },
    delivered: async (fact) => {
      facts.push(JSON.stringify(fact));
      lastMs = now();
    },
  });
}

/** What one process got, and whether it was killed with the last of it in its hands. */
interface Life {
  readonly events: AccountEvent[];
  readonly isCutInside: boolean;
}

async function live(seed: number, habits: VenueHabits): Promise<{ venue: ScriptedVenue; lives: readonly Life[] }> {
  const random = seededRandom(seed);
  const clock = fakeClock();
  const venue = new ScriptedVenue(clock, random, habits);
  const openStore = textStore(() => clock.epochMs());
  const options = { ...defaultAccountOptions, pageSize: 5, maxQueued: 1_000_000 };
  const days = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      doSomething(venue, random);
      await clock.advanceAndSettle(randomInteger(random, 0, 300));
    }
  };
  await days(40);
  const lives: Life[] = [];
  for (let at = 0; at < processes; at++) {
    const recovery = { reconciler: venue };
    const stream = new AccountStream({ options, clock, recovery, delivered: openStore() });
    venue.feed = stream.feed;
    const isLast = at === processes - 1;
    const life = { events: [] as AccountEvent[], isCutInside: random() < 0.5 };
    let isKilled = false;
    const reading = (async () => {
      for await (const event of stream) {
        if (isKilled) {
          return;
        }
        life.events.push(event);
        // The program works on it, and may be killed meanwhile.
        await new Promise<void>((resolve) => void clock.after(randomInteger(random, 0, 200), resolve));
        if (isKilled && life.isCutInside) {
          return;
        }
      }
    })();
    venue.connect();
    // The first process is not killed before its beginning is kept: nothing is owed before.
    while (lives.length === 0 && !stream.state.hasStarted) {
      await clock.advanceAndSettle(100);
    }
    await days(randomInteger(random, 3, 25));
    if (isLast) {
      await clock.advanceAndSettle(240_000);
    }
    isKilled = true;
    venue.feed = undefined;
    venue.break();
    stream.close();
    await clock.advanceAndSettle(1_000);
    await reading;
    lives.push(life);
    // Things happen while nobody looks.
    if (!isLast) {
      await days(randomInteger(random, 0, 10));
    }
  }
  return { venue, lives };
}

test("a program that is killed at any step and started again gets each fill, and at most the one in its hands again", async () => {
  const habits = fc.record({
    ids: fc.constantFrom("same", "different"),
    size: fc.constantFrom("sized", "sized", "sizeless"),
    maxStatusDelayMs: fc.constantFrom(0, 50, 400),
    repeated: fc.constantFrom(0, 0.2),
    failing: fc.constantFrom(0, 0.1),
  });
  const tally = { fills: 0, again: 0, changes: 0, foundLater: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat(), habits, async (seed, how) => {
      const { venue, lives } = await live(seed, how);
      const got = new Map<string, number>();
      for (const { events } of lives) {
        for (const event of events) {
          if (event.kind === "fill") {
            const { orderId, dealQuantity, createdAtMs } = event.fill;
            const face = `${orderId} ${dealQuantity}@${createdAtMs}`;
            got.set(face, (got.get(face) ?? 0) + 1);
            tally.foundLater += event.origin === "query" ? 1 : 0;
          }
          tally.changes += event.kind === "position-change" ? 1 : 0;
        }
      }
      const owed = venue.orders
        .filter(({ id }) => venue.finishedAtBeginning?.has(id) === false)
        .flatMap(({ id, fills }) => fills.map(({ quantity, atMs }) => `${id} ${quantity}@${atMs}`));
      for (const face of new Set(owed)) {
        const times = owed.filter((one) => one === face).length;
        expect(got.get(face) ?? 0, face).toBeGreaterThanOrEqual(times);
        tally.again += (got.get(face) ?? 0) - times;
      }
      const inHands = lives.filter(({ isCutInside }) => isCutInside).length;
      expect([...got.keys()].filter((face) => venue.finishedBefore.has(face.split(" ")[0] ?? ""))).toEqual([]);
      const total = [...got.values()].reduce((sum, times) => sum + times, 0);
      const all = venue.orders.flatMap(({ fills }) => fills).length;
      expect(total).toBeLessThanOrEqual(all + inHands);
      const changes = lives.flatMap(({ events }) =>
        events.flatMap((event) => (event.kind === "position-change" ? [event.change.createdAtMs] : [])),
      );
      expect(changes.length).toBeLessThanOrEqual(venue.changes.length - venue.changesBefore + inHands);
      const beganAtMs = venue.changes[venue.changesBefore]?.atMs ?? Number.MAX_SAFE_INTEGER;
      expect(changes.filter((atMs) => atMs < beganAtMs)).toEqual([]);
      tally.fills += total;
    }),
    { numRuns },
  );
  for (const [what, times] of Object.entries(tally)) {
    expect(times, what).toBeGreaterThan(0);
  }
});
