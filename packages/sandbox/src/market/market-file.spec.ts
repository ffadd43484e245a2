import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ValidationError } from "@depthwire/core";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createInMemoryExchange, createInMemoryVenue } from "../in-memory.js";
import { openMarketFile } from "./market-file.js";
import type { MarketRecord } from "./market-record.js";

const pair = "4BTC_USDT";
const at = 1_700_000_000_000;
const asks = [["50001", "2"]] as const;
const bids = [["50000", "2"]] as const;
const snapshot: MarketRecord = { kind: "snapshot", at, pair, asks, bids };
const update: MarketRecord = { kind: "update", at: at + 10, pair, asks: [], bids: [["49999.9", "1"]] };
const deal: MarketRecord = { kind: "deal", at: at + 20, pair, price: "50000", quantity: "0.5", side: "sell" };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "depthwire-market-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

function linesOf(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

/** Where it is wrong and what it must be. */
function refusalOf(path: string): { readonly option: string; readonly rule: string } {
  try {
    createInMemoryExchange({ market: { records: openMarketFile(path) } });
  } catch (error) {
    if (error instanceof ValidationError && "option" in error.details) {
      return error.details;
    }
    throw error;
  }
  throw new Error("it was taken");
}

describe("a market file", () => {
  it.each([
    ["bad JSON", `${linesOf(snapshot)}{"kind":\n`, 2, /one JSON object/],
    ["an empty line", `${linesOf(snapshot)}\n${linesOf(deal)}`, 2, /not be empty/],
    ["no object", linesOf(snapshot, [1]), 2, /an object/],
    ["an unknown kind", linesOf(snapshot, { ...update, kind: "change" }), 2, /snapshot, update, deal, not "change"/],
    ["a name of every object", linesOf({ ...snapshot, kind: "toString" }), 1, /kind must be/],
    ["a missing key", linesOf({ kind: "deal", at, pair, price: "1", quantity: "1" }), 1, /the key side/],
    ["a key too many", linesOf(snapshot, { ...deal, size: 1 }), 2, /not have the key "size"/],
    ["a crossed snapshot", linesOf({ ...snapshot, bids: [["50001", "1"]] }), 1, /not be crossed/],
    ["an update that crosses", linesOf(snapshot, { ...update, bids: [["50002", "1"]] }), 2, /not be crossed/],
    ["time that goes back", linesOf(snapshot, update, { ...deal, at: at + 9 }), 3, /not be before/],
    ["a time that is no number", linesOf({ ...snapshot, at: "1700000000000" }), 1, /epoch milliseconds/],
    ["an unknown pair", linesOf(snapshot, { ...deal, pair: "4NO_SUCH" }), 2, /4BTC_USDT, not "4NO_SUCH"/],
    ["no snapshot first", linesOf(update), 1, /must be a snapshot/],
    ["a number in place of a text", linesOf({ ...deal, price: 50_000 }), 1, /decimal as text/],
    ["a decimal finer than the market", linesOf({ ...deal, price: "50000.123456789" }), 1, /at most 1 place/],
    ["a price of 0", linesOf({ ...snapshot, asks: [["0", "1"]] }), 1, /above 0/],
    ["a quantity of 0 in a snapshot", linesOf({ ...snapshot, asks: [["50001", "0"]] }), 1, /quantity 0/],
    ["a price twice", linesOf({ ...snapshot, asks: [...asks, ["50001.0", "1"]] }), 1, /once/],
    ["a level of three", linesOf({ ...snapshot, asks: [["50001", "1", "1"]] }), 1, /\[price, quantity\]/],
    ["a side that is neither", linesOf(snapshot, { ...deal, side: "ask" }), 2, /"buy" or "sell"/],
    ["a torn last line", linesOf(snapshot, update).slice(0, -4), 2, /cut off/],
    ["a last line without its break", linesOf(snapshot, update).slice(0, -1), 2, /line break/],
  ])("with %s is refused by file and line", async (_, content, line, rule) => {
    for (const name of ["btc.ndjson", "btc.ndjson.gz"]) {
      const path = await put(name, name.endsWith("gz") ? gzipSync(content) : content);
      const refusal = refusalOf(path);
      expect(refusal.option).toBe(`market.${name}:${line}`);
      expect(refusal.rule).toMatch(rule);
    }
  });

  it("is refused where it is cut off within its compression, has no book, or is not there", async () => {
    const whole = gzipSync(linesOf(snapshot, update));
    const cut = refusalOf(await put("a.ndjson.gz", whole.subarray(0, -9)));
    expect(cut).toEqual({ option: "market.a.ndjson.gz", rule: expect.stringContaining("whole file of gzip") });
    expect(refusalOf(await put("empty.ndjson", ""))).toMatchObject({ option: "market", rule: /snapshot/ });
    expect(refusalOf(join(directory, "none"))).toMatchObject({ rule: expect.stringContaining("can be read") });
    const latin = Buffer.from(linesOf({ ...snapshot, pair: "4BTC_é" }), "latin1");
    expect(refusalOf(await put("latin.ndjson", latin))).toEqual({
      option: "market.latin.ndjson:1",
      rule: expect.stringContaining("UTF-8"),
    });
  });

  it("reads lines across its windows, and ends lines as Windows does", async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ ...update, at: at + i, seq: i + 2 }));
    const path = await put("many.ndjson", linesOf(snapshot, ...many).replaceAll("\n", "\r\n"));
    const read = [...openMarketFile(path)];
    expect(read).toHaveLength(20_001);
    expect(read.at(-1)).toEqual(many.at(-1));
  });

  it("may be several in a directory: they are one market, in the order of time, and errors name the right one", async () => {
    const eth = { ...snapshot, pair: "4ETH_USDT", at: at + 5 };
    await put("a-btc.ndjson", linesOf(snapshot, deal));
    await put("b-eth.jsonl.gz", gzipSync(linesOf(eth, { ...eth, at: at + 20 })));
    await put("notes.txt", "not a market");
    const kinds = [...openMarketFile(directory)].map((one) => `${one.at - at} ${one.kind} ${one.pair}`);
    expect(kinds).toEqual([
      "0 snapshot 4BTC_USDT",
      "5 snapshot 4ETH_USDT",
      "20 deal 4BTC_USDT",
      "20 snapshot 4ETH_USDT",
    ]);
    await put("c-bad.ndjson", linesOf({ ...eth, pair: "4XRP_USDT", at: at + 30 }, { ...eth, at: at + 7 }));
    expect(refusalOf(directory)).toMatchObject({ option: "market.c-bad.ndjson:2", rule: /not be before/ });
    await put("c-bad.ndjson", linesOf({ ...eth, pair: "nothing" }));
    expect(refusalOf(directory)).toMatchObject({ option: "market.c-bad.ndjson:1" });
  });

  it("is refused by the line of the first trade of a pair whose book is never told, unless others are chosen", async () => {
    const path = await put("two.ndjson", linesOf(snapshot, { ...deal, pair: "4ETH_USDT", price: "3000" }, deal));
    expect(refusalOf(path)).toEqual({
      option: "market.two.ndjson:2",
      rule: expect.stringMatching(/^4ETH_USDT is traded, so it must have a snapshot .* 4BTC_USDT$/),
    });
    const venue = createInMemoryVenue({ pairs: [pair], market: { records: openMarketFile(path) } });
    expect(venue.pairs).toEqual([pair]);
    expect(refusalOf(await put("deals.ndjson", linesOf(deal))).option).toBe("market.deals.ndjson:1");
  });

  it("is refused where a directory has its lines twice, packed or not: everything would happen twice", async () => {
    await put("a.ndjson", linesOf(snapshot, deal));
    await put("b.ndjson.gz", gzipSync(linesOf(snapshot, deal)));
    expect(refusalOf(directory)).toEqual({
      option: "market.b.ndjson.gz",
      rule: expect.stringContaining("the same lines as a.ndjson"),
    });
    await put("b.ndjson.gz", gzipSync(""));
    await put("c.ndjson", "");
    expect([...openMarketFile(directory)]).toHaveLength(2);
  });

  it("is refused as a directory without such files", () => {
    expect(refusalOf(directory)).toMatchObject({ option: "market", rule: expect.stringContaining(".ndjson") });
  });
});
