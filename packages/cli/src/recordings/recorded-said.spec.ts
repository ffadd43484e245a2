import { createHash } from "node:crypto";
import { cp, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../command-scene.spec-kit.js";
import { busyMarket, recordSynthetic } from "../export/synthetic-recording.spec-kit.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript } from "../transcript.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT"];
let home: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await scratchDirectory((end) => ends.push(end));
  const directory = join(home, "recording");
  await recordSynthetic({ directory, pairs, messages: busyMarket(pairs, 12), maxSegmentBytes: 4_000, compression: 0 });
  const [first = "", second = ""] = (await segmentsOf("recording")).toSorted();
  await cp(directory, join(home, "torn"), { recursive: true });
  const last = join(home, "torn", (await segmentsOf("torn")).toSorted().at(-1) ?? "");
  await truncate(last, (await readFile(last)).length - 5);
  await cp(directory, join(home, "damaged"), { recursive: true });
  const bytes = await readFile(join(home, "damaged", second));
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
  await writeFile(join(home, "damaged", second), bytes);
  expect(first).not.toBe(second);
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

const run = (argv: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> =>
  runCommandLine(argv, { home, workingDirectory: home, ...options });

async function segmentsOf(directory: string): Promise<readonly string[]> {
  const names = await readdir(join(home, directory), { recursive: true });
  return names.filter((name) => name.endsWith(".dwrec"));
}

it("what inspect says of a recording that is whole, torn, damaged, or none", async () => {
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  for (const name of ["recording", "torn", "damaged", "nothing", "."]) {
    await told.say(run, ["inspect", name]);
    await told.say(run, ["inspect", name, "--json"]);
  }
  await told.say(run, ["inspect", "recording", "--sequence-policy", "monotonic", "--json"]);
  await told.expectToBe("inspect");
});

it("what a replay shows, in every form", async () => {
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  const replay = (...words: readonly string[]) => told.say(run, ["replay", "recording", "--speed", "max", ...words]);
  await replay();
  await replay("--json");
  await replay("--raw", "--count", "3");
  await replay("--hex", "--count", "2");
  await replay("depth:4ETH_USDT", "--count", "4");
  await replay("4ETH_USDT_depth", "depth:4ETH_USDT", "--count", "1", "--json");
  await replay("--as", "book", "4BTC_USDT");
  await replay("--as", "book", "depth:4BTC_USDT", "--levels", "1", "--json");
  await replay("--as", "book", "4BTC_UDST");
  await replay("--as", "book", "5BTC_USD");
  await replay("deals:4BTC_USDT");
  await replay("kline:4BTC_USDT");
  await replay("private");
  await replay("depth:4BTC_UDST");
  await replay("dpth:4BTC_USDT");
  await replay("--until", "2000-01-01T00:00:00Z");
  await replay("--from", "2100-01-01T00:00:00Z", "--json");
  await replay("--from", "then");
  for (const name of ["torn", "damaged", "nothing"]) {
    await told.say(run, ["replay", name, "--speed", "max", "--json", "--count", "40"]);
  }
  await told.say(run, ["replay", "damaged", "--speed", "max"]);
  await told.expectToBe("replay");
});

it("what an export says, and every row of its texts", async () => {
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  const one = ["--threads", "1"];
  const exported = (...words: readonly string[]) => told.say(run, ["export", "recording", ...words, ...one]);
  const showing = async (file: string): Promise<void> => {
    const text = await readFile(join(home, file), "utf8");
    await told.say(() => Promise.resolve({ exitCode: 0, out: text, err: "", envelopes: [] }), ["(file)", file]);
  };
  await exported("--to", "texts", "--format", "csv", "--levels", "2");
  await showing("texts/book-updates.csv");
  await showing("texts/book-snapshots.csv");
  await exported("--to", "updates.ndjson", "--what", "book-updates", "--pair", "4ETH_USDT", "--exchange", "e,x");
  await showing("updates.ndjson");
  await exported("--to", "snapshots.csv", "--what", "book-snapshots", "--levels", "1", "--exchange", 'a"b', "--json");
  await showing("snapshots.csv");
  await exported("--to", "trades.csv", "--what", "trades");
  await showing("trades.csv");
  await exported("--to", "none", "--what", "trades,fills", "klines", "--format", "csv");
  await exported("--to", "updates.ndjson", "--what", "book-updates");
  await exported("--to", "updates.ndjson", "--what", "book-updates", "--force", "--sequence-policy", "monotonic");
  await exported("--to", "backtest", "--format", "hftbacktest");
  await exported("--to", "one.npz", "--format", "hftbacktest", "--pair", "4BTC_USDT");
  await exported("--to", "both.npz", "--format", "hftbacktest");
  for (const file of ["one.npz"]) {
    const digest = createHash("sha256")
      .update(await readFile(join(home, file)))
      .digest("hex");
    await told.say(() => Promise.resolve({ exitCode: 0, out: digest, err: "", envelopes: [] }), ["(digest)", file]);
  }
  await exported("--to", "tables", "--json");
  await exported();
  await exported("--to", "a.csv", "--duckdb", "b.db");
  await exported("--to", "a.csv");
  await exported("--to", "a.csv", "--what", "trads");
  await exported("--to", "a.csv", "--what", "trades", "--format", "ndjson");
  await exported("--to", "a.csv", "--what", "trades", "fills");
  await exported("--to", "a.xls", "--what", "trades");
  await exported("--to", "nowhere/a.csv", "--what", "trades");
  await exported("--to", "b.csv", "--what", "trades", "--pair", "4BTC_UDST");
  await exported("--to", "b.csv", "--what", "trades", "--pair", "5BTC_USD,4ETH_USDT");
  await exported("--to", "snapshots.csv/deeper", "--what", "trades");
  for (const name of ["torn", "damaged", "nothing"]) {
    await told.say(run, ["export", name, "--to", `of-${name}`, "--format", "csv", ...one]);
    await told.say(run, ["export", name, "--to", `json-${name}`, "--format", "csv", ...one, "--json"]);
  }
  const ask = (...words: readonly string[]) => told.say(run, ["query", ...words]);
  await ask("select symbol, side, price, amount from book_updates order by 1, 2, 3, 4 limit 5");
  await ask("select * from book_snapshots limit 2", "tables", "--json");
  await ask("describe book_updates");
  await ask("show tables", "texts");
  await ask("select count(*) from book_updates", "texts/book-updates.csv", "--seconds", "30", "--memory", "500MB");
  await ask("select 1 as a, null as b, true as c, 'x' as d, 1.50 as e where false");
  await ask("select 1 as a, null as b, true as c, 'x\ny' as d, 1.50 as e, [1, 2] as f, date '2026-01-31' as g");
  await ask("select nothing");
  await ask("select 1; select 2");
  await ask("");
  await ask("select 1", "nothing");
  await ask("select 1", "torn");
  await told.expectToBe("exports");
});

it("what plots say where there is nothing to draw, and where it goes", async () => {
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  for (const words of [
    ["recording", "--what", "gaps", "--out", "gaps.svg"],
    ["recording", "--what", "gaps", "--out", "gaps.svg"],
    ["recording", "--what", "gaps", "--out", "gaps.svg", "--force", "--json"],
    ["recording", "--what", "equity", "--out", "equity.svg"],
    ["recording", "--what", "depth", "--out", "depth.gif"],
    ["recording", "--what", "depth", "--out", "depth.svg", "--pair", "5BTC_USD"],
    ["damaged", "--what", "spread", "--out", "spread.svg"],
    ["damaged", "--what", "spread", "--out", "spread2.svg", "--json"],
    ["nothing", "--what", "spread", "--out", "spread3.svg"],
  ]) {
    await told.say(run, ["plot", ...words]);
  }
  await told.expectToBe("plot-words");
});
