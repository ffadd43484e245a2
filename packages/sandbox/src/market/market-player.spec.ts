import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { createInMemoryExchange, createInMemoryVenue } from "../in-memory.js";
import { startSandbox } from "../sandbox.js";
import { openDoor, orderBody, paths, startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { openMarketFile } from "./market-file.js";
import type { MarketOptions } from "./market-options.js";
import type { MarketRecord } from "./market-record.js";

const [btc, eth] = ["4BTC_USDT", "4ETH_USDT"];
const at = 1_600_000_000_000;

function book(pair: string, afterMs: number, bid: number, seq?: number): MarketRecord {
  const levels = { asks: [[String(bid + 1), "2"]], bids: [[String(bid), "2"]] } as const;
  return { kind: "snapshot", at: at + afterMs, pair, ...levels, ...(seq === undefined ? {} : { seq }) };
}

const records: readonly MarketRecord[] = [
  book(btc, 0, 50_000, 7),
  book(eth, 100, 3000),
  { kind: "deal", at: at + 200, pair: btc, price: "50000", quantity: "0.5", side: "sell" },
  { kind: "update", at: at + 1000, pair: btc, asks: [], bids: [["50000.5", "1"]], seq: 8 },
];

function openExchange(market: MarketOptions, pairs?: readonly string[]) {
  const exchange = createInMemoryExchange({ market, ...(pairs === undefined ? {} : { pairs }) });
  const bestBid = (pair: string): number | undefined => {
    exchange.apply({ kind: "publish-depth", pair });
    const price = exchange.exchange.published(pair)?.window.bids.prices[0];
    return price === undefined ? undefined : price / 10 ** (exchange.exchange.market(pair)?.priceScale ?? 0);
  };
  return { ...exchange, bestBid };
}

describe("a recorded market", () => {
  it("is played by the sandbox's clock, each record at its moment", () => {
    const { advance, bestBid, exchange } = openExchange({ records });
    expect(exchange.markets.map(({ pair }) => pair)).toEqual([btc, eth]);
    expect([bestBid(btc), bestBid(eth)]).toEqual([50_000, undefined]);
    advance(99);
    expect(bestBid(eth)).toBeUndefined();
    advance(1);
    expect(bestBid(eth)).toBe(3000);
    expect(exchange.deals(btc, 9)).toEqual([]);
    advance(899);
    expect(exchange.deals(btc, 9)).toMatchObject([{ price: "50000.0", quantity: "0.5" }]);
    expect(bestBid(btc)).toBe(50_000);
  });

  it("goes as fast as it is told to", () => {
    const { advance, bestBid } = openExchange({ records, speed: 10, atEnd: "hold" });
    advance(99);
    expect(bestBid(btc)).toBe(50_000);
    advance(1);
    expect(bestBid(btc)).toBe(50_000.5);
  });

  it.each([
    ["empty", undefined, undefined],
    ["hold", 50_000.5, 50_000.5],
    ["loop", undefined, 50_000],
  ] as const)("ends as %s says", (atEnd, afterEnd, later) => {
    const { advance, bestBid } = openExchange({ records, atEnd });
    advance(1000);
    expect(bestBid(btc)).toBe(afterEnd);
    expect(bestBid(eth)).toBe(afterEnd === undefined ? undefined : 3000);
    advance(1000);
    expect(bestBid(btc)).toBe(later);
  });

  it("is empty at its end unless it is told otherwise", () => {
    const { advance, bestBid } = openExchange({ records });
    advance(1000);
    expect([bestBid(btc), bestBid(eth)]).toEqual([undefined, undefined]);
  });

  it("plays the pairs that are asked for, and refuses others", () => {
    const { advance, bestBid, exchange } = openExchange({ records }, [eth]);
    expect(exchange.markets.map(({ pair }) => pair)).toEqual([eth]);
    advance(100);
    expect(bestBid(eth)).toBe(3000);
    expect(() => openExchange({ records }, ["4XRP_USDT"])).toThrow(
      expect.objectContaining({ details: { option: "pairs", rule: `pairs of the recorded market: ${btc}, ${eth}` } }),
    );
  });

  it("checks an array like a file, and says which record is wrong", () => {
    const wrong = [...records, { ...records[0], at: at + 1 } as MarketRecord];
    expect(() => openExchange({ records: wrong })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: "market.records[4]" }) }),
    );
    expect(() => openExchange({ records, speed: 0 })).toThrow(/./);
    expect(() => createInMemoryVenue({ market: { records }, feed: { start: () => () => {} } })).toThrow(/./);
  });

  it("tells how far it is, with the recorded numbers of the books", async () => {
    const { kit, clock } = await openDoor({ pairs: [btc, eth], market: { records } });
    clock.advance(100);
    expect((await kit.operate("GET", "market")).body).toEqual({
      market: {
        state: "playing",
        round: 1,
        played: 2,
        records: 4,
        atMs: at + 100,
        toMs: at + 1000,
        seqs: { [btc]: 7 },
      },
    });
    clock.advance(900);
    expect((await kit.operate("GET", "market")).body).toMatchObject({
      market: { state: "ended", played: 4, seqs: {} },
    });
    expect((await (await openDoor()).kit.operate("GET", "market")).body).toEqual({ market: null });
  });

  it("stands while the sandbox's clock is paused, and follows it", async () => {
    const { kit, clock } = await openDoor({ pairs: [btc, eth], market: { records } });
    await kit.operate("POST", "clock/pause", {});
    clock.advance(10_000);
    expect((await kit.operate("GET", "market")).body).toMatchObject({ market: { played: 1 } });
    await kit.operate("POST", "clock/step", { ms: 250 });
    expect((await kit.operate("GET", "market")).body).toMatchObject({ market: { played: 3 } });
  });

  it("ends with empty books where its file has been changed meanwhile, and says so", async () => {
    const path = join(tmpdir(), `depthwire-market-${process.pid}.ndjson`);
    onTestFinished(() => rm(path, { force: true }));
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    await writeFile(path, text);
    const told: string[] = [];
    const logger = {
      log: (_: string, event: string, { text: words }: { text?: unknown }) => told.push(`${event} ${words}`),
    };
    const market = { records: openMarketFile(path), atEnd: "loop" } as const;
    const { kit, clock } = await openDoor({ pairs: [btc, eth], market, logger });
    clock.advance(1000);
    await writeFile(path, text.replace('"side":"sell"', '"side":"none"'));
    clock.advance(1500);
    expect((await kit.operate("GET", "market")).body).toMatchObject({
      market: { state: "failed", round: 2, played: 2, seqs: {} },
    });
    expect(told).toEqual([expect.stringMatching(/^market-failed .*empty/)]);
    clock.advance(200);
    expect(await kit.get(`/v2/mdata/depth?pair=${btc}&size=5`)).toMatchObject({ result: { asks: [], bids: [] } });
  });

  it("begins anew where the venue goes on from its directory: orders wait, and no book is left of the former run", async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), "depthwire-market-"));
    onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
    const options = { pairs: [btc, eth], market: { records, atEnd: "hold" }, dataDirectory } as const;
    const depth = async (kit: RestKit, pair: string): Promise<unknown> =>
      (await kit.get(`/v2/mdata/depth?pair=${pair}&size=5`))["result"];
    const clock = new VirtualClock(startMs);
    const first = await startSandbox({ ...options, requestsPerWindow: 0, clock });
    const kit = new RestKit(first, first.credential, () => clock.epochMs());
    clock.advance(500);
    expect(await kit.post(paths.open, orderBody({ price: "49000" }))).toMatchObject({ state: 0 });
    expect(await depth(kit, eth)).toMatchObject({ bids: [{ price: "3000.00" }] });
    await first.close();

    const again = await openDoor({ ...options, market: { ...options.market, speed: 0.01 } });
    expect((await again.kit.operate("GET", "market")).body).toMatchObject({ market: { round: 1, played: 1 } });
    again.clock.advance(2000);
    expect(await depth(again.kit, eth)).toMatchObject({ asks: [], bids: [] });
    expect(await depth(again.kit, btc)).toMatchObject({ bids: [{ price: "50000.0" }, { price: "49000.0" }] });
    again.clock.advance(9000);
    expect(await depth(again.kit, eth)).toMatchObject({ bids: [{ price: "3000.00" }] });
  });

  it("gives the same bytes for the same record", () => {
    const play = (): string => {
      const exchange = createInMemoryExchange({ market: { records, atEnd: "loop" }, pairs: [btc, eth] });
      const told: unknown[] = [];
      exchange.listen((event) => told.push(event));
      exchange.advance(7000);
      return JSON.stringify(told);
    };
    expect(play()).toContain('"kind":"trade"');
    expect(play()).toBe(play());
  });
});
