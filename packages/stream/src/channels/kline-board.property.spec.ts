import type { PushedKline } from "@depthwire/core/internal";
import { type FakeClock, fakeClock, randomInteger, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ChannelItem } from "../shard/channel/channel-item.js";
import type { HostedChannel } from "../shard/host/hosted-channels.js";
import type { ShardHost } from "../shard/host/shard-host.js";
import { ChannelSubscription } from "./channel-subscription.js";
import { KlineBoard, type KlineReader, mergeKlines } from "./kline-board.js";
import { defaultKlineHistoryOptions, KlineHistory } from "./kline-history.js";
import { type KlineHabits, KlineVenue, minuteMs, specPair } from "./kline-venue.spec-kit.js";
import { QueuedStream } from "./queued-stream.js";
import type { KlineItem, KlineUpdate } from "./stream-item.js";

/** More runs: `MODEL_RUNS=2000`. */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 150);

const tally = {
  candles: 0,
  outages: 0,
  rejected: 0,
  lost: 0,
  requests: 0,
  filled: 0,
  holes: 0,
  history: 0,
};

/** The main side of a shard whose line is the spec: the next batch comes when the last one was read. */
class SpecHost implements Pick<ShardHost, "openChannel" | "closeChannel" | "eventsRead"> {
  #channel: HostedChannel | undefined;
  #waiting: ChannelItem[] = [];
  #isUnread = false;

  openChannel(channel: HostedChannel): void {
    this.#channel = channel;
  }

  closeChannel(): void {
    this.#channel = undefined;
  }

  eventsRead(): void {
    this.#isUnread = false;
    this.#flush();
  }

  say(items: readonly ChannelItem[]): void {
    this.#waiting.push(...items);
    this.#flush();
  }

  #flush(): void {
    if (!this.#isUnread && this.#waiting.length > 0 && this.#channel !== undefined) {
      this.#isUnread = true;
      this.#channel.receiveItems(this.#waiting.splice(0));
    }
  }
}

interface Scene {
  readonly clock: FakeClock;
  readonly venue: KlineVenue;
  readonly host: SpecHost;
  readonly subscription: ChannelSubscription<KlineReader>;
  readonly readings: { readonly stream: KlineReader["stream"]; readonly items: KlineItem[] }[];
}

function createScene(random: () => number, habits: KlineHabits): Scene {
  const clock = fakeClock();
  const venue = new KlineVenue(clock, random, habits);
  const parts = {
    pair: specPair,
    period: "1min",
    source: venue.source,
    clock,
    options: defaultKlineHistoryOptions,
  } as const;
  const host = new SpecHost();
  const board = new KlineBoard({
    periodMs: minuteMs,
    history: new KlineHistory(parts),
    onIdle: () => subscription.resume(),
  });
  // Only what a channel uses of a host is there.
  const subscription = new ChannelSubscription({ id: 1, text: "spec", host: host as unknown as ShardHost, board });
  subscription.open();
  return { clock, venue, host, subscription, readings: [] };
}

function read({ subscription, readings }: Scene, history: number): void {
  const items: KlineItem[] = [];
  const owner = { queued: () => {}, delivered: () => {}, closed: () => {} };
  const stream = new QueuedStream<KlineUpdate>({
    pair: specPair,
    limit: 1_000_000,
    merge: mergeKlines,
    giveUp: undefined,
    owner,
  });
  readings.push({ stream, items });
  void (async () => {
    for await (const item of stream) {
      items.push(item);
    }
  })();
  subscription.join({ stream, history });
}

async function play(seed: number, habits: KlineHabits): Promise<Scene> {
  const random = seededRandom(seed);
  const scene = createScene(random, habits);
  const { clock, venue, host } = scene;
  read(scene, randomInteger(random, 0, 12));
  const doings = [
    () => venue.tick(),
    () => venue.tick(),
    () => venue.tick(),
    () => venue.tick(),
    () => venue.lose("rejected"),
    () => venue.lose("unseen"),
    () => (random() < 0.3 ? venue.disconnect() : venue.connect()),
  ];
  for (let step = 0; step < 150; step++) {
    host.say(doings[randomInteger(random, 0, doings.length - 1)]?.() ?? []);
    if (random() < 0.02) {
      read(scene, randomInteger(random, 0, 30));
    }
    await clock.advanceAndSettle(randomInteger(random, 0, 300));
  }
  // A message that is lost before silence is missed by nobody, so there is one more.
  host.say([...venue.connect(), ...venue.tick()]);
  await clock.advanceAndSettle(300_000);
  while (scene.readings.some(({ stream }) => stream.waiting > 0)) {
    await clock.advanceAndSettle(0);
  }
  return scene;
}

/** What a reader knows at the end, after every rule of the stream was held against each item. */
function follow(items: readonly KlineItem[]): {
  klines: Map<number, PushedKline>;
  gaps: { afterMs: number; beforeMs: number }[];
} {
  const klines = new Map<number, PushedKline>();
  const gaps: { afterMs: number; beforeMs: number }[] = [];
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    if (item.kind === "gap") {
      tally[item.missing === "nothing" ? "filled" : "holes"]++;
      if (item.candles !== undefined) {
        gaps.push(item.candles);
      }
      expect(item.missing === "nothing").toBe(item.candles === undefined);
    } else if (item.kind === "kline") {
      const { openedAtMs } = item.kline;
      if (item.change === "new") {
        expect(openedAtMs).toBeGreaterThan(newestMs);
        newestMs = openedAtMs;
        tally.candles++;
        tally.history += item.origin === "history" ? 1 : 0;
      } else {
        // A candle that is not the newest any more never changes here, so no word on it can be another one.
        expect([item.change, openedAtMs]).toEqual(["update", newestMs]);
      }
      klines.set(openedAtMs, item.kline);
    }
  }
  return { klines, gaps };
}

const habits = fc.record({
  failing: fc.constantFrom(0, 0.3, 1),
  lagging: fc.constantFrom(0, 0.4),
  retention: fc.constantFrom(3, 20, 1_000),
  listLength: fc.constantFrom(2, 5, 50),
  quietMinutes: fc.constantFrom("candle" as const, "none" as const),
});

test("whatever is lost, joined candles equal the truth, and every hole that stays is said", async () => {
  const seed = 20_261_121;
  await fc.assert(
    fc.asyncProperty(fc.integer(), habits, async (sceneSeed, chosen) => {
      const { venue, readings, subscription } = await play(sceneSeed, chosen);
      for (const { items } of readings) {
        const { klines, gaps } = follow(items);
        const firstMs = Math.min(...klines.keys());
        expect(klines.size).toBeGreaterThan(0);
        for (const kline of venue.truth) {
          const known = klines.get(kline.openedAtMs);
          const isExcused = gaps.some(
            ({ afterMs, beforeMs }) => kline.openedAtMs >= afterMs && kline.openedAtMs < beforeMs,
          );
          if (kline.openedAtMs >= firstMs && !isExcused) {
            expect(known).toEqual(kline);
          }
        }
      }
      subscription.close();
      for (const name of ["outages", "rejected", "lost", "requests"] as const) {
        tally[name] += venue.counts[name];
      }
    }),
    { seed, numRuns },
  );
  console.log({ seed, numRuns, ...tally });
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(0);
}, 120_000);
