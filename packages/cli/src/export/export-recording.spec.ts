import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toScaled } from "@depthwire/core/internal";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { inspectRecording } from "../recordings/inspect-recording.js";
import type { ExportResult } from "./export-recording.js";
import { exportRecording } from "./export-recording.js";
import { askDuckdb, readRows, sumByArrow, typeOf } from "./read-tables.spec-kit.js";
import { busyMarket, recordSynthetic, type SyntheticMessage } from "./synthetic-recording.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT"];
/** Ten rows an update. `EXPORT_ROWS=1000000` is the long form. */
const rowsWanted = Number(process.env["EXPORT_ROWS"] ?? 20_000);
const segments = 6;

let folder: string;
let directory: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await scratchDirectory((end) => ends.push(end));
  directory = join(folder, "recording");
  const updates = rowsWanted / 10;
  // A frame of ten rows has some 190 bytes.
  await recordSynthetic({
    directory,
    pairs,
    messages: busyMarket(pairs, updates),
    maxSegmentBytes: (updates * 190) / segments,
  });
}, 600_000);
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

async function exported(
  from: string,
  what: readonly string[],
  more: { readonly threads?: number; readonly stretchBytes?: number; readonly levels?: number } = {},
): Promise<ExportResult & { readonly file: (name: string) => string }> {
  const { levels = 3, ...others } = more;
  const target = await scratchDirectory((end) => onTestFinished(end));
  const file = (name: string): string => join(target, `${name}.parquet`);
  const terms = {
    format: "parquet" as const,
    tables: what,
    pairs: undefined,
    options: { exchange: undefined, levels },
    rules: {},
  };
  const request = { directory: from, terms, pathOf: file, folder: target, outputs: what, ...others };
  const result = await exportRecording(request, { signal: new AbortController().signal, progress: () => {} });
  return { ...result, file };
}

async function recorded(messages: readonly SyntheticMessage[]): Promise<string> {
  const target = join(await scratchDirectory((end) => onTestFinished(end)), "recording");
  await recordSynthetic({ directory: target, pairs: ["4BTC_USDT"], messages });
  return target;
}

describe("a recording of many rows", () => {
  it("has the counts and sums of inspect in DuckDB and in an independent reader", { timeout: 600_000 }, async () => {
    const { file, passes } = await exported(directory, ["book-updates"]);
    const path = file("book-updates");
    const { channels } = await inspectRecording(directory, { sequencePolicy: "contiguous" });
    const levels = channels.reduce((sum, channel) => sum + channel.levels, 0);
    expect(levels).toBeGreaterThan(rowsWanted);
    const [priceType, priceScale = 0] = await typeOf(path, "price");
    const [amountType, amountScale = 0] = await typeOf(path, "amount");
    expect([priceType, amountType, passes]).toEqual(["INT64", "INT64", 1]);
    for (const { pair, levels: rows, sums } of channels) {
      const sql = `select count(*)::int, sum(price), sum(amount) from '${path}' where symbol = '${pair}'`;
      const [count, price, amount] = await askDuckdb(sql);
      expect(count).toBe(rows);
      expect(toScaled(String(price), 15)).toBe(toScaled(sums.price, 15));
      expect(toScaled(String(amount), 15)).toBe(toScaled(sums.quantity, 15));
    }
    const total = (name: "price" | "quantity", scale: unknown): bigint =>
      channels.reduce((sum, { sums }) => sum + (toScaled(sums[name], Number(scale)) ?? 0n), 0n);
    expect(await sumByArrow(path, "price")).toEqual({ rows: levels, sum: total("price", priceScale) });
    expect(await sumByArrow(path, "amount")).toEqual({ rows: levels, sum: total("quantity", amountScale) });
  });

  it("comes to the same bytes however many threads read it", { timeout: 600_000 }, async () => {
    const stretchBytes = 1_000;
    const tables = ["book-updates", "book-snapshots"];
    const one = await exported(directory, tables, { threads: 1, stretchBytes });
    const two = await exported(directory, tables, { threads: 2, stretchBytes });
    for (const table of tables) {
      expect((await readFile(one.file(table))).equals(await readFile(two.file(table)))).toBe(true);
    }
    const whole = await exported(directory, tables, { threads: 1, stretchBytes: 1e12 });
    expect(await readRows(whole.file("book-snapshots"))).toEqual(await readRows(two.file("book-snapshots")));
  });

  it("gives the book that the venue had: rows applied in order lead to the snapshots of its top", async () => {
    const { file } = await exported(directory, ["book-updates", "book-snapshots"], { levels: 2 });
    const books = new Map<string, Record<"ask" | "bid", Map<number, number>>>();
    const states = new Map<string, string>();
    let snapshots = 0;
    for (const row of await readRows(file("book-updates"))) {
      const { symbol, side, price, amount, is_snapshot: isSnapshot, local_timestamp: at } = row;
      snapshots += isSnapshot === true ? 1 : 0;
      const book = books.get(String(symbol)) ?? { ask: new Map(), bid: new Map() };
      books.set(String(symbol), book);
      const levels = book[side as "ask" | "bid"];
      if (amount === 0) {
        levels.delete(Number(price));
      } else {
        levels.set(Number(price), Number(amount));
      }
      states.set(`${symbol} ${at}`, JSON.stringify(topOf(book)));
    }
    // One level a side of each pair: checkpoints within a run are no news.
    expect(snapshots).toBe(4);
    const tops = await readRows(file("book-snapshots"));
    expect(tops.length).toBeGreaterThan(100);
    for (const row of tops) {
      const told = ["ask", "bid"].flatMap((side) =>
        [1, 2].map((level) => [row[`${side}_price_${level}`] ?? null, row[`${side}_amount_${level}`] ?? null]),
      );
      expect(JSON.stringify(told)).toBe(states.get(`${row["symbol"]} ${row["local_timestamp"]}`));
    }
  });
});

function topOf(book: Record<"ask" | "bid", Map<number, number>>): (number | null)[][] {
  return (["ask", "bid"] as const).flatMap((side) => {
    const sign = side === "ask" ? 1 : -1;
    const sorted = [...book[side]].sort(([one], [other]) => sign * (one - other));
    return [0, 1].map((index) => [...(sorted[index] ?? [null, null])]);
  });
}

describe("the scale of a file", () => {
  const coarse = (index: number): SyntheticMessage => ({
    pair: "4BTC_USDT",
    asks: [["1.5", `${100 + (index % 7)}.5`]],
    bids: [],
  });

  it("is the finest of all, also where it changes late in the recording", async () => {
    const messages = Array.from({ length: 2_000 }, (_, index) => coarse(index));
    messages.push({ pair: "4BTC_USDT", asks: [["0.00000001", "100.12345"]], bids: [] }, coarse(0));
    const { file, passes } = await exported(await recorded(messages), ["book-updates"]);
    const path = file("book-updates");
    expect(passes).toBe(3);
    expect(await typeOf(path, "price")).toEqual(["INT64", 5, 18]);
    expect(await typeOf(path, "amount")).toEqual(["INT64", 8, 18]);
    const asked = "select price::text, amount::text from";
    expect(await askDuckdb(`${asked} '${path}' order by amount, price limit 1`)).toEqual(["100.12345", "0.00000001"]);
    expect(await askDuckdb(`select count(*)::int, sum(price) = ${sumOf(messages)} from '${path}'`)).toEqual([
      messages.length + 2,
      true,
    ]);
  });

  it("takes 128 bits where 18 digits are too few, with every digit right", async () => {
    const messages = [
      coarse(0),
      { pair: "4BTC_USDT", asks: [["123456789012345.000000001", "100.5"]], bids: [] } as const,
    ];
    const { file } = await exported(await recorded(messages), ["book-updates", "book-snapshots"], { levels: 1 });
    expect(await typeOf(file("book-updates"), "amount")).toEqual(["FIXED_LEN_BYTE_ARRAY", 9, 38]);
    expect(await typeOf(file("book-updates"), "price")).toEqual(["INT64", 1, 18]);
    const largest = (table: string, column: string): Promise<readonly unknown[]> =>
      askDuckdb(`select max(${column})::text from '${file(table)}'`);
    expect(await largest("book-updates", "amount")).toEqual(["123456789012345.000000001"]);
    expect(await largest("book-snapshots", "ask_amount_1")).toEqual(["123456789012345.000000001"]);
    expect((await sumByArrow(file("book-updates"), "amount")).sum).toBe(123456789012345000000001n + 3_500_000_000n);
  });
});

/** With the two levels that every synthetic book begins with. */
function sumOf(messages: readonly SyntheticMessage[]): string {
  const scaled = messages.flatMap(({ asks, bids }) => [...asks, ...bids]).map(([, price]) => toScaled(price, 5) ?? 0n);
  const total = scaled.reduce((sum, price) => sum + price, toScaled("1000000.5", 5) ?? 0n);
  return `${total / 100_000n}.${String(total % 100_000n).padStart(5, "0")}`;
}
