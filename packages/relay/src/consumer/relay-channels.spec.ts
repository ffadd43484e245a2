import type { DealItem } from "@depthwire/stream";
import { describe, expect, test } from "vitest";
import { RelayWorld, type SpecOwner } from "../spec-kit/relay-world.spec-kit.js";

const pair = "4BTC_USDT";
const pairs = [pair, "4ETH_USDT"];

/** A world with one owner whose books and trades the consumer has. */
async function liveWorld(protocol: "prefix" | "channel"): Promise<{ world: RelayWorld; owner: SpecOwner }> {
  const world = new RelayWorld(1, pairs, { protocol, follow: "books-and-deals" });
  for (const name of pairs) {
    world.venue.trade(name);
  }
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  expect(world.labels()).toEqual(["live", "live"]);
  return { world, owner };
}

/** What the consumer's stream of trades said since the last call. */
function told(world: RelayWorld): string[] {
  return (world.heard.get(pair)?.splice(0) ?? []).map(lineOf);
}

function lineOf(item: DealItem): string {
  if (item.kind === "deal") {
    return `${item.deal.tradedAtMs}`;
  }
  return item.kind === "gap" ? `gap ${item.reason} ${item.dropped} ${item.missing}` : item.status;
}

/** What a stream says from now on. */
function collected(source: AsyncIterable<DealItem>): DealItem[] {
  const items: DealItem[] = [];
  void (async () => {
    for await (const item of source) {
      items.push(item);
    }
  })();
  return items;
}

describe.each(["prefix", "channel"] as const)("over protocol %s", (protocol) => {
  test("books and trades are the venue's", async () => {
    const { world } = await liveWorld(protocol);
    await world.run(1_000, 3);
    expect(world.seen.wrong).toEqual([]);
    expect(world.labels()).toEqual(["live", "live"]);
    expect(world.dealFaults()).toEqual([]);
    const trades = world.venue.tradesOf(pair).map(String);
    expect(told(world).filter((item) => trades.includes(item))).toEqual(trades);
    expect(world.link.counts).toMatchObject({ gaps: 0, missedEvents: 0, malformed: {} });
  });

  test("candles are too, and who joins late gets those that were told before", async () => {
    const { world, owner } = await liveWorld(protocol);
    owner.engine.klines(pair, "1min");
    await world.run(100);
    for (const price of [100, 101, 110, 111, 120]) {
      world.venue.tellPrice(pair, price);
    }
    await world.run(200);
    const candles: string[] = [];
    void (async () => {
      for await (const item of world.engine.klines(pair, "1min", { history: 2 })) {
        candles.push(item.kind === "kline" ? `${item.kline.openedAtMs} ${item.kline.closePrice}` : item.kind);
      }
    })();
    await world.run(300);
    world.venue.tellPrice(pair, 121);
    await world.run(200);
    expect(candles.filter((line) => line !== "status")).toEqual([
      "600000 101",
      "660000 111",
      "720000 120",
      "720000 121",
    ]);
  });

  test("what the owner missed of its venue is told as a gap; its list fills it", async () => {
    const { world } = await liveWorld(protocol);
    told(world);
    world.venue.disconnectAll();
    world.venue.trade(pair);
    world.venue.trade(pair);
    await world.clock.advanceAndSettle(200);
    expect(told(world)).toEqual(["disconnected"]);
    await world.run(10_000);
    const lines = told(world);
    expect(lines.slice(0, 2)).toEqual(["subscribed", "live"]);
    expect(lines.filter((line) => line.startsWith("gap"))).toEqual([
      expect.stringMatching(/^gap (disconnected|relay-gap) \d+ /),
    ]);
    expect(lines.length).toBeGreaterThan(5);
    expect(world.dealFaults()).toEqual([]);
  });

  test("of a venue that comes back with another past is told what a direct reader tells, and nothing older than what was told", async () => {
    const world = new RelayWorld(1, pairs, { protocol, follow: "books-and-deals" });
    world.venue.restart(pair, [1_000, 1_010, 1_020]);
    const owner = world.owner("a");
    const direct = collected(owner.engine.deals(pair));
    world.takeOver(owner);
    await world.run(1_000, 0);
    for (let trade = 0; trade < 3; trade++) {
      world.venue.trade(pair);
    }
    await world.run(100, 0);
    expect(told(world).slice(-3)).toEqual(["1021", "1022", "1023"]);
    direct.splice(0);
    world.venue.restart(pair, [1_005, 1_015, 1_017, 1_030, 1_031]);
    await world.run(10_000, 0);
    world.venue.trade(pair);
    await world.run(100, 0);
    const lines = told(world).filter((line) => /gap|\d/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^gap disconnected 0 unknown$/), "1030", "1031", "1032"]);
    expect(direct.map(lineOf).filter((line) => /gap|\d/.test(line))).toEqual(lines);
  });

  test("a hand-over loses no trade", async () => {
    const { world, owner } = await liveWorld(protocol);
    const next = world.owner("b");
    await world.run(500);
    told(world);
    world.takeOver(next);
    owner.relay.close();
    await world.run(1_000);
    const lines = told(world);
    expect(lines).toContain("gap owner-changed 0 nothing");
    expect(lines.filter((line) => line.startsWith("gap"))).toHaveLength(1);
    expect(world.dealFaults()).toEqual([]);
  });
});

test("what an owner follows no longer is live nowhere, and comes back right when it follows it again", async () => {
  const world = new RelayWorld(1, [pair]);
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  expect(world.labels()).toEqual(["live"]);
  owner.books.get(pair)?.close();
  await world.run(20);
  expect(world.labels()).toEqual(["upstream-not-live"]);
  expect(world.link.standingOf(pair)?.upstream).toEqual({ status: "stale", reason: "closed" });
  await world.run(2_000);
  expect(world.labels()).toEqual(["upstream-not-live"]);
  owner.engine.book(pair);
  await world.run(2_000);
  expect(world.labels()).toEqual(["live"]);
  expect(world.seen.wrong).toEqual([]);
  expect(world.seen.tooOld).toEqual([]);
});

test("the ticker of protocol A comes at once to who joins, and is not live without an owner", async () => {
  const { world, owner } = await liveWorld("prefix");
  owner.engine.ticker(pair);
  await world.run(100);
  world.venue.tellPrice(pair, 105);
  await world.run(100);
  const ticker = world.engine.ticker(pair);
  await world.run(300);
  expect(ticker.latest).toMatchObject({ status: "live", ticker: { lastPrice: "105" } });
  owner.holds = false;
  await world.run(500);
  expect(ticker.latest.status).toBe("disconnected");
  owner.holds = true;
  await world.run(500);
  world.venue.tellPrice(pair, 106);
  await world.run(100);
  expect(ticker.latest).toMatchObject({ status: "live", ticker: { lastPrice: "106" } });
});

test("a message that is lost on the bus is counted, and found before the next one comes", async () => {
  const lost = { messages: 0 };
  const world = new RelayWorld(1, pairs, {
    follow: "books-and-deals",
    loses: (connection, subject) =>
      connection === "consumer" && subject === `dw1.main.raw.deals.${pair}` && lost.messages-- > 0,
  });
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  told(world);
  lost.messages = 3;
  for (let trade = 0; trade < 3; trade++) {
    world.venue.trade(pair);
  }
  await world.run(400, 0);
  const lines = told(world);
  expect(lines.filter((line) => line.startsWith("gap"))).toEqual(["gap relay-gap 3 nothing"]);
  expect(lines.filter((line) => /^\d+$/.test(line))).toHaveLength(3);
  expect(world.link.counts.missedEvents).toBe(3);
  expect(world.dealFaults()).toEqual([]);
});

test("a channel that nobody carries is asked for once, and comes when an owner follows it", async () => {
  const { world, owner } = await liveWorld("prefix");
  const ticker = world.engine.ticker(pair);
  await world.run(1_000);
  const asked = world.link.counts.snapshotsAsked;
  await world.run(3_000);
  expect(world.link.counts.snapshotsAsked).toBe(asked);
  expect(ticker.latest.status).toBe("disconnected");
  owner.engine.ticker(pair);
  await world.run(1_500);
  world.venue.tellPrice(pair, 107);
  await world.run(200);
  expect(ticker.latest).toMatchObject({ status: "live", ticker: { lastPrice: "107" } });
});
