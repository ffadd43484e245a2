import type { Venue } from "@depthwire/client";
import { openVenue } from "@depthwire/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { linePorts } from "../line/line-ports.js";
import { bestText } from "./best-levels.js";
import type { FromVenueWorker, ToVenueWorker, VenueFacts } from "./venue-message.js";

const pair = "4BTC_USDT";
const said: FromVenueWorker[] = [];
const life = { isOver: false };
let tell: (message: ToVenueWorker) => void;
let living: Promise<void>;
let client: Venue;

/** Time passes in the worker and for its client while the specs wait. */
async function live(): Promise<void> {
  while (!life.isOver) {
    await vi.advanceTimersByTimeAsync(10);
    // What the two say to each other arrives.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

const facts = (): VenueFacts =>
  (said.find(({ kind }) => kind === "started") as FromVenueWorker & { readonly kind: "started" }).facts;
const truths = () => new Map(said.flatMap((one) => (one.kind === "truth" ? [[one.seq, one.best] as const] : [])));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] });
  // They stay for all specs here: the worker goes on between them.
  Object.assign(globalThis, {
    postMessage: (message: FromVenueWorker) => said.push(message),
    addEventListener: (type: string, listener: (event: object) => void) => {
      if (type === "message") {
        tell = (data) => listener({ data });
      }
    },
  });
  await import("./venue-worker.js");
  // Nothing runs yet: these are for nobody.
  tell({ kind: "fault", fault: "drop" });
  tell({ kind: "line-delay", ms: 5 });
  const { port1, port2 } = new MessageChannel();
  tell({ kind: "start", seed: 7, pair, line: port1 });
  living = live();
  const clock = {
    epochMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: (ms: number, act: () => void) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  };
  const { pushUrl, restUrl, serviceName } = facts();
  client = openVenue(
    {
      addresses: [pushUrl],
      restAddress: restUrl,
      serviceName,
      shards: 0,
      backoff: { firstWindowMs: 50, maxWindowMs: 100 },
    },
    { clock, random: Math.random, ...linePorts(port2) },
  );
});

afterAll(async () => {
  await client.close();
  life.isOver = true;
  await living;
  vi.useRealTimers();
  for (const name of ["postMessage", "addEventListener"]) {
    Reflect.deleteProperty(globalThis, name);
  }
});

const latest = () => client.book(pair).latest;
const isLive = () => expect.poll(() => latest().status).toBe("live");

describe("the venue of the page", () => {
  it("says how it is reached, and how its market is written", () => {
    expect(facts()).toEqual({
      pair,
      restUrl: expect.stringMatching(/^http/),
      pushUrl: expect.stringMatching(/^ws/),
      serviceName: expect.any(String),
      credential: { apiKey: expect.any(String), apiSecret: expect.any(String) },
      priceScale: 1,
      quantityScale: expect.any(Number),
    });
  });

  it("lives as fast as the computer's clock, and tells what it publishes: the client's book is that", async () => {
    client.book(pair);
    await isLive();
    await expect.poll(() => truths().has(latest().seq)).toBe(true);
    const { seq, asks, bids } = latest();
    expect(bestText(asks.levels(), bids.levels())).toBe(truths().get(seq));
    expect(
      truths()
        .get(seq)
        ?.split("|")
        .map((side) => side.split(" ").length),
    ).toEqual([10, 10]);
    await expect.poll(() => latest().seq).toBeGreaterThan(seq);
    expect(Math.abs(latest().updatedAtMs - Date.now())).toBeLessThan(5_000);
  });

  it.each([
    { fault: "drop", counted: () => client.statistics().gaps },
    { fault: "damage", counted: () => Object.keys(client.statistics().rejected).length },
  ] as const)("does what the switch $fault says to the next update", async ({ fault, counted }) => {
    await isLive();
    const before = counted();
    tell({ kind: "fault", fault });
    await expect.poll(counted).toBeGreaterThan(before);
    await isLive();
  });

  it("holds updates back for three seconds", async () => {
    await isLive();
    tell({ kind: "fault", fault: "hold" });
    await expect.poll(() => Date.now() - latest().updatedAtMs, { interval: 1 }).toBeGreaterThan(2_000);
    await isLive();
  });

  it("cuts connections, and refuses new ones for two seconds", async () => {
    await isLive();
    const cutAtMs = performance.now();
    tell({ kind: "fault", fault: "cut" });
    await expect.poll(() => latest().status, { interval: 1 }).not.toBe("live");
    await isLive();
    expect(performance.now() - cutAtMs).toBeGreaterThanOrEqual(2_000);
  });

  it("is as far away as the page says", async () => {
    const took = async (): Promise<number> => {
      const askedAtMs = performance.now();
      await client.rest.usdt.getServerTime({});
      return performance.now() - askedAtMs;
    };
    expect(await took()).toBeLessThan(200);
    tell({ kind: "line-delay", ms: 200 });
    expect(await took()).toBeGreaterThanOrEqual(400);
    tell({ kind: "line-delay", ms: 0 });
  });
});
