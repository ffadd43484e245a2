import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BookViewSide, connect } from "@depthwire/node";
import { RecordingError } from "@depthwire/recording";
import { type Sandbox, type sandboxTypes, startSandbox } from "@depthwire/sandbox";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";
import { openRecordedMarket } from "../../recordings/market/open-recorded-market.js";

type MarketRecord = sandboxTypes.MarketRecord;

const pairs = ["4BTC_USDT", "4ETH_USDT"];
const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));
/** Several segments. */
const enoughFrames = 120;
/** The venue remembers the last 256 states of a book: here are all of them. */
const truth = new Map(pairs.map((pair) => [pair, new Map<number, unknown>()]));

let there: Sandbox;
let folder: string;
let recording: string;
/** The first pair's, oldest first, as the recording ends. */
let trades: readonly string[];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  there = await startSandbox({ pairs, seed: 11, depthIntervalMs: 20, tickIntervalMs: 10, requestsPerWindow: 0 });
  ends.push(() => there.close());
  folder = await scratchDirectory((end) => ends.push(end));
  recording = join(folder, "rec");
  await recordThere();
}, 120_000);
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

/** Records with the command, and ends it as Ctrl-C does. */
async function recordThere(): Promise<void> {
  const stop = new AbortController();
  const scene = { workingDirectory: folder, home: folder, environment: { DEPTHWIRE_VENUE: there.restUrl } };
  const words = ["record", "rec", ...pairs, "--channels", "depth,deals", "--segment", "1s"];
  const recorded = runCommandLine(words, { ...scene, signal: stop.signal });
  const isEnough = async (): Promise<boolean> => {
    const { envelopes } = await runCommandLine(["inspect", "rec", "--json"], scene);
    const { channels = [], segments = 0 } = (envelopes[0]?.data ?? {}) as Partial<InspectedRecording>;
    const books = channels.filter(({ kind }) => kind === "depth");
    return segments > 1 && books.length === 2 && books.every(({ frames }) => frames > enoughFrames);
  };
  const watch = setInterval(noteTruth, 100);
  while (!(await isEnough())) {
    await pause(200);
  }
  stop.abort();
  expect(await recorded).toMatchObject({ exitCode: 0 });
  clearInterval(watch);
  noteTruth();
  const latest = there.exchange.deals(pairs[0] ?? "", 200);
  trades = latest.map(({ price, quantity }) => `${price} ${quantity}`).toReversed();
}

function noteTruth(): void {
  for (const [pair, states] of truth) {
    const last = there.exchange.published(pair)?.seq ?? 0;
    for (let seq = last; seq > 0 && !states.has(seq); seq--) {
      const book = levels(there.exchange, pair, seq);
      if (book === undefined) {
        break;
      }
      states.set(seq, book);
    }
  }
}

async function recordedMarket(): Promise<Iterable<MarketRecord>> {
  const records = await openRecordedMarket(recording);
  if (records === undefined) {
    throw new Error("no recording");
  }
  return records;
}

/** The levels of a published state, best first. */
function levels(exchange: Sandbox["exchange"], pair: string, seq?: number): unknown {
  const { asks, bids } = exchange.published(pair, seq)?.window ?? {};
  const side = (of: typeof asks): unknown => of?.prices.map((price, i) => [price, of.quantities[i]]);
  return asks === undefined ? undefined : { asks: side(asks), bids: side(bids) };
}

/** A book as it was told, best first. */
interface ToldBook {
  readonly asks: readonly (readonly [price: number, quantity: number])[];
  readonly bids: readonly (readonly [price: number, quantity: number])[];
}

/** What is left of a book behind a public trade. */
function withoutTraded(book: ToldBook, record: MarketRecord): ToldBook {
  if (record.kind !== "deal") {
    return book;
  }
  const { priceScale, quantityScale } = there.exchange.market(record.pair) ?? { priceScale: 0, quantityScale: 0 };
  const price = Math.round(Number(record.price) * 10 ** priceScale);
  const quantity = Math.round(Number(record.quantity) * 10 ** quantityScale);
  const side = record.side === "buy" ? "asks" : "bids";
  const left = book[side]
    .filter(([at]) => (side === "asks" ? at >= price : at <= price))
    .map(([at, stood]) => [at, at === price ? stood - quantity : stood] as const);
  return { ...book, [side]: left.filter(([, stands]) => stands > 0) };
}

/** Plays until its end, millisecond by millisecond. @returns which states were held against the truth, by pair */
function playAndCompare(venue: InMemoryVenue): Map<string, Set<number>> {
  const compared = new Map(pairs.map((pair) => [pair, new Set<number>()]));
  for (let isOver = false; !isOver; venue.advance(1)) {
    isOver = venue.market?.state === "ended";
    for (const [pair, seq] of Object.entries(venue.market?.seqs ?? {})) {
      const seen = compared.get(pair) as Set<number>;
      if (!seen.has(seq)) {
        seen.add(seq);
        venue.apply({ kind: "publish-depth", pair });
        expect({ pair, seq, book: levels(venue.exchange, pair) }).toEqual({
          pair,
          seq,
          book: truth.get(pair)?.get(seq),
        });
      }
    }
  }
  return compared;
}

describe("a recording of a sandbox as the market of another", () => {
  it("has the same book at every sequence number, over all segments", async () => {
    // A trade behind a book hides what it used up until the next book: without trades every one is seen as it was.
    const records = [...(await recordedMarket())].filter(({ kind }) => kind !== "deal");
    const venue = createInMemoryVenue({ market: { records, atEnd: "hold" } });
    const compared = playAndCompare(venue);
    venue.close();
    // Of several states within one millisecond the last one can be seen.
    const expected = new Map(pairs.map((pair) => [pair, new Map<number, number>()]));
    for (const record of records) {
      if (record.kind !== "deal" && record.seq !== undefined) {
        expected.get(record.pair)?.set(record.at, record.seq);
      }
    }
    for (const pair of pairs) {
      const seqs = [...new Set(expected.get(pair)?.values())];
      expect(seqs.length).toBeGreaterThan(enoughFrames / 2);
      expect([...(compared.get(pair) ?? [])].filter((seq) => !seqs.includes(seq))).toEqual([]);
      expect(seqs.filter((seq) => !compared.get(pair)?.has(seq))).toEqual([]);
    }
  });

  it("has the trades that were pushed, oldest first", async () => {
    const dealt = [...(await recordedMarket())].filter((one) => one.kind === "deal" && one.pair === pairs[0]);
    expect(dealt.length).toBeGreaterThan(0);
    const told = dealt.map((one) => (one.kind === "deal" ? `${one.price} ${one.quantity}` : ""));
    expect(trades.join("|")).toContain(told.slice(-20).join("|"));
  });

  it("is begun in one snapshot a pair, and is not interrupted where a segment ends", async () => {
    const records = [...(await recordedMarket())];
    expect(records.filter(({ kind }) => kind === "snapshot").map(({ pair }) => pair)).toEqual(
      expect.arrayContaining(pairs),
    );
    expect(records.filter(({ kind }) => kind === "snapshot")).toHaveLength(pairs.length);
  });

  it("is played by the command, with the last book of the record at its end", async () => {
    const words = ["sandbox", "--port", "0", "--market", recording, "--market-speed", "1000", "--market-end", "hold"];
    const program: ChildProcess = spawn(process.execPath, [bin, ...words, "--json"], { cwd: folder });
    onTestFinished(async () => {
      program.kill("SIGINT");
      if (program.exitCode === null) {
        await once(program, "exit");
      }
    });
    const [line] = (await once(program.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const { restUrl, pushUrl } = JSON.parse(line.toString()) as { readonly restUrl: string; readonly pushUrl: string };
    const ask = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(`${restUrl}/_sandbox/${path}`)).json()) as Record<string, unknown>;
    interface Status {
      readonly state: string;
      readonly seqs: Readonly<Record<string, number>>;
    }
    const status = async (): Promise<Status> => (await ask("market"))["market"] as Status;
    await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe("ended");
    const { seqs } = await status();
    const records = [...(await recordedMarket())];
    const venue = connect({ addresses: [pushUrl], shards: 0 });
    onTestFinished(() => venue.close());
    for (const pair of pairs) {
      const scales = there.exchange.market(pair) ?? { priceScale: 0, quantityScale: 0 };
      const shown = (side: BookViewSide): unknown =>
        Array.from({ length: side.length }, (_, i) => [
          Math.round(Number(side.price(i)) * 10 ** scales.priceScale),
          Math.round(Number(side.quantity(i)) * 10 ** scales.quantityScale),
        ]);
      for await (const { status: is, asks, bids } of venue.book(pair)) {
        if (is === "live") {
          const told = truth.get(pair)?.get(seqs[pair] ?? 0) as ToldBook;
          const last = records.findLastIndex((one) => one.kind !== "deal" && one.pair === pair);
          const behind = records.slice(last + 1).filter((one) => one.pair === pair);
          expect({ asks: shown(asks), bids: shown(bids) }).toEqual(behind.reduce(withoutTraded, told));
          break;
        }
      }
    }
  });

  it("is refused where it is damaged, and is none where there is no segment", async () => {
    expect(await openRecordedMarket(join(folder, "nothing"))).toBeUndefined();
    expect(await openRecordedMarket(folder)).toBeUndefined();
    const copy = await scratchDirectory((end) => onTestFinished(end));
    const names = (await readdir(recording)).filter((name) => name.endsWith(".dwrec"));
    for (const name of names) {
      await writeFile(join(copy, name), await readFile(join(recording, name)));
    }
    const [first = ""] = names;
    const bytes = await readFile(join(copy, first));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    await writeFile(join(copy, first), bytes);
    const damaged = (await openRecordedMarket(copy)) as Iterable<MarketRecord>;
    expect(() => createInMemoryVenue({ market: { records: damaged } })).toThrow(RecordingError);
    await truncate(join(copy, first), 3);
    const empty = await openRecordedMarket(copy);
    expect(empty === undefined ? [] : [...empty].length).not.toBe(0);
  });
});
