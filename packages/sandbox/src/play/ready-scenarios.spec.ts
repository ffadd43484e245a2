import { describe, expect, it, onTestFinished } from "vitest";
import { createInMemoryVenue, type InMemoryVenue } from "../in-memory.js";
import type { SandboxOptions } from "../options.js";
import { readyScenarios } from "./ready-scenarios.js";

const pair = "4BTC_USDT";

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(venue: InMemoryVenue, method: string, target: string, body?: object): Promise<Answered> {
  const headers = { "content-type": "application/json" };
  const written = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await venue.settle(venue.request({ method, target, headers, ...written }));
  const text = new TextDecoder().decode(answer.body);
  return { status: answer.status, body: text.startsWith("{") ? (JSON.parse(text) as Answered["body"]) : { text } };
}

function open(options: SandboxOptions = {}): InMemoryVenue {
  const venue = createInMemoryVenue({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 500, ...options });
  onTestFinished(() => venue.close());
  return venue;
}

/** A venue whose market has run for ten seconds, and that plays a scenario from then on. */
async function playing(name: string): Promise<InMemoryVenue> {
  const venue = open();
  venue.advance(10_000);
  expect(await ask(venue, "POST", "/_sandbox/scenario", { name })).toMatchObject({ status: 200 });
  return venue;
}

/** The price of the latest trade, at the market's scale. */
function priceOf(venue: InMemoryVenue): number {
  return Number(venue.exchange.deals(pair, 1)[0]?.price.replace(".", ""));
}

function quantityOf(venue: InMemoryVenue): number {
  venue.apply({ kind: "publish-depth", pair });
  const window = venue.exchange.published(pair)?.window;
  return [...(window?.asks.quantities ?? []), ...(window?.bids.quantities ?? [])].reduce((sum, one) => sum + one, 0);
}

function place(venue: InMemoryVenue, order: "limit" | "market"): string {
  const { userId: account } = venue;
  const price = Math.floor(priceOf(venue) * 0.99);
  const common = {
    kind: "place-order",
    account,
    pair,
    side: "open-long",
    quantity: (venue.exchange.market(pair)?.contractUnit ?? 0) * 100,
  } as const;
  const events = venue.apply(order === "limit" ? { ...common, type: "limit", price } : { ...common, type: "market" });
  const refused = events.findLast(({ kind }) => kind === "command-refused");
  return refused?.kind === "command-refused" ? refused.reason : "taken";
}

/** A connection that follows these, or nothing. @returns whether it is open */
function follow(venue: InMemoryVenue, ...subs: readonly string[]): () => boolean {
  let isOpen = false;
  const socket = venue.connect({
    opened: () => {
      isOpen = true;
      for (const sub of subs) {
        socket.send(JSON.stringify({ event: "addChannel", sub }));
      }
    },
    message: () => {},
    controlFrame: () => {},
    closed: () => {
      isOpen = false;
    },
  });
  return () => isOpen;
}

/** How each shows its effect. */
const effects: Readonly<Record<string, (venue: InMemoryVenue) => Promise<void> | void>> = {
  crash: (venue) => {
    const before = priceOf(venue);
    venue.advance(61_000);
    expect(priceOf(venue) / before).toBeLessThan(0.75);
    venue.advance(420_000);
    expect(priceOf(venue) / before).toBeGreaterThan(0.8);
  },
  "flash-crash": (venue) => {
    const before = priceOf(venue);
    venue.advance(4000);
    expect(priceOf(venue) / before).toBeLessThan(0.9);
    venue.advance(56_000);
    expect(priceOf(venue) / before).toBeGreaterThan(0.97);
  },
  squeeze: (venue) => {
    const before = priceOf(venue);
    venue.advance(121_000);
    expect(priceOf(venue) / before).toBeGreaterThan(1.2);
  },
  "funding-spike": () => {
    const rates: string[] = [];
    // The market need not act often until then.
    const far = open({ tickIntervalMs: 60_000, scenario: "funding-spike" });
    far.listen((event) => event.kind === "funding-settled" && rates.push(event.rate));
    far.advance(2 * 28_800_000 + 60_000);
    expect(rates[0]).toBe("0.00375");
    expect(rates[1]).not.toBe("0.00375");
  },
  outage: async (venue) => {
    const isOpen = follow(venue);
    await venue.elapse(1);
    expect(isOpen()).toBe(false);
    expect(await ask(venue, "GET", "/v3/cbu/timestamp")).toMatchObject({ status: 503 });
    await venue.elapse(30_000);
    expect(await ask(venue, "GET", "/v3/cbu/timestamp")).toMatchObject({ status: 200 });
    const again = follow(venue);
    await venue.elapse(1);
    expect(again()).toBe(true);
  },
  "thin-book": (venue) => {
    venue.advance(30_000);
    const thin = quantityOf(venue);
    venue.advance(600_000);
    expect(thin).toBeLessThan(quantityOf(venue) / 3);
  },
  "trading-halt": (venue) => {
    venue.advance(1000);
    const { userId: account } = venue;
    expect(place(venue, "limit")).toBe("market-halted");
    const before = venue.exchange.deals(pair, 1)[0]?.dealId;
    venue.advance(60_000);
    expect(venue.exchange.deals(pair, 1)[0]?.dealId).toBe(before);
    venue.advance(60_000);
    expect(place(venue, "market")).toBe("market-orders-unsupported");
    expect(place(venue, "limit")).toBe("taken");
    venue.apply({ kind: "cancel-all", account, pair });
    venue.advance(60_000);
    expect(place(venue, "market")).toBe("taken");
  },
  deposits: (venue) => {
    const outcomes: string[] = [];
    venue.listen((event) => {
      if (event.kind === "deposit-changed") {
        outcomes.push(`${event.deposit.coin} ${event.deposit.amount}`);
      }
    });
    venue.advance(120_000);
    expect(new Set(outcomes)).toEqual(new Set(["USDT 1000", "BTC 0.5", "USDT 77"]));
  },
  "bad-network": async (venue) => {
    const seen: number[] = [];
    const socket = venue.connect({
      opened: () => socket.send(JSON.stringify({ event: "addChannel", sub: `${pair}_depth` })),
      message: () => seen.push(venue.clock.epochMs()),
      controlFrame: () => {},
      closed: () => {},
    });
    await venue.elapse(120_000);
    expect(seen.length).toBeGreaterThan(100);
    expect(Object.keys(venue.faults.applied()).toSorted()).toEqual(
      expect.arrayContaining(["delay", "drop", "duplicate", "reorder"]),
    );
    venue.advance(180_000);
    expect(venue.faults.pending()).toEqual([]);
  },
  "slow-venue": async (venue) => {
    const delays = await ask(venue, "GET", "/_sandbox/latency");
    expect(delays.body).toMatchObject({ feed: { ms: 1000 }, orderEntry: { ms: 500, jitterMs: 1500 } });
    const beganMs = venue.clock.epochMs();
    let cameMs = 0;
    const socket = venue.connect({
      opened: () => socket.send(JSON.stringify({ event: "addChannel", sub: `${pair}_depth` })),
      message: () => {
        cameMs ||= venue.clock.epochMs();
      },
      controlFrame: () => {},
      closed: () => {},
    });
    await venue.elapse(5000);
    expect(cameMs - beganMs).toBeGreaterThanOrEqual(1000);
    await venue.elapse(120_000);
    expect((await ask(venue, "GET", "/_sandbox/latency")).body).toEqual({ accounts: {} });
  },
};

describe("a scenario that comes with the sandbox", () => {
  it("shows its effect in this spec, each of them", () => {
    expect(Object.keys(effects)).toEqual(readyScenarios.map(({ name }) => name));
  });

  it.each(Object.entries(effects))("%s", async (name, show) => {
    const venue = await playing(name);
    await venue.elapse(1);
    await show(venue);
  });

  it("outage ends every connection when it begins, whatever it follows, and one that follows nothing", async () => {
    const venue = open();
    const connections = [[], [`${pair}_depth`], [`${pair}_deals`], [`${pair}_kline_1min`]].map((subs) =>
      follow(venue, ...subs),
    );
    await venue.elapse(10_000);
    const areOpen = (): readonly boolean[] => connections.map((isOpen) => isOpen());
    expect(areOpen()).toEqual([true, true, true, true]);
    expect(await ask(venue, "POST", "/_sandbox/scenario", { name: "outage" })).toMatchObject({ status: 200 });
    await venue.elapse(1);
    expect(areOpen()).toEqual([false, false, false, false]);
  });
});
