import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDirectoryStore } from "@depthwire/node";
import { record } from "@depthwire/recording";
import type { SocketHandlers } from "@depthwire/stream";
import { fakeClock } from "@depthwire/testkit";
import { afterAll, beforeAll, it } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript } from "../transcript.spec-kit.js";

const startMs = 1_795_000_000_000;
const pair = "4BTC_USDT";
const depth = (seq: number, t: 0 | 1, more: object) => ({
  topic: `${pair}_depth`,
  t,
  d: { pair, ut: startMs + seq, seq, ...more },
});
const side = { asks: [["1", "47743.6"]], bids: [["0.5", "47739.6"]] };
const deal = (price: string, quantity: string, taker: string, id: string) => [
  pair,
  price,
  quantity,
  taker,
  String(startMs),
  id,
];
const kline = (close: string) => ["1794999960000", "12", "47868.1", "47892.3", "47825.4", close, "10.86"];
const fill = {
  oi: "7",
  ui: "1001",
  id: "12875281286404369",
  coi: "77",
  pi: pair,
  sd: 1,
  of: 6,
  p: "0",
  dp: "47741.6",
  ep: "0.01",
  f: "0.286",
  fb0: "0",
  fb: "0",
  im: 0,
  t: startMs,
};
const asset = { b: "100", c: "USDT", u: "1001", ff: "1", fc: "2", mf: "3", mc: "4" };

/** What a venue says in one connection, in steps of 10 ms; a number is a pause. */
const connections: readonly (readonly (object | string | number)[])[] = [
  [
    { ping: 5 },
    depth(1, 0, side),
    { topic: `${pair}_deals`, t: 0, d: { pair, d: [["47741.3", "0.5", "2", String(startMs - 5), ""]] } },
    { topic: `${pair}_deals`, t: 1, d: deal("47741.4", "0.25", "1", "5") },
    { topic: `${pair}_kline_1min`, t: 0, d: [kline("47825.4")] },
    { topic: `${pair}_kline_1min`, t: 1, d: [kline("47830")] },
    depth(2, 1, { add: { asks: [["2", "47744"]], bids: null }, mod: { asks: null, bids: [["0.75", "47739.6"]] } }),
    depth(4, 1, { del: { asks: [["0", "47744"]], bids: null } }),
    { error: { code: 3016, msg: "no such channel" } },
    { topic: "ALL_ALL_login", uid: "1001", t: 0, d: { contract_detail: fill } },
    { topic: "ALL_ALL_login", uid: "1001", t: 0, d: { contract_assets: asset } },
    { topic: `${pair}_deals`, t: 1, d: ["x", "y"] },
    "nothing that can be read",
  ],
  [
    2_000,
    depth(5, 0, side),
    { topic: `${pair}_deals`, t: 1, d: deal("47741.5", "1.125", "2", "6") },
    { topic: "ALL_ALL_login", uid: "1001", t: 0, d: { contract_detail: { ...fill, id: "9", coi: "", im: 1, sd: 4 } } },
  ],
];

let home: string;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  home = await scratchDirectory((end) => ends.push(end));
  for (const run of ["one", "two"]) {
    await recordRun(run, run === "one" ? startMs : startMs + 60_000);
  }
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

async function recordRun(run: string, atMs: number): Promise<void> {
  const clock = fakeClock(atMs);
  const store = await openDirectoryStore(join(home, "recording"), { missing: "make", sync: "system" });
  const recording = await record(
    { clock, store, books: () => [] },
    { run, maxSegmentBytes: 1_000_000, maxSegmentMs: 3_600_000, flushAfterMs: 1_000 },
  );
  const none = { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} };
  for (const said of connections) {
    let heard: SocketHandlers | undefined;
    const open = recording.tap((_address, handlers) => {
      heard = handlers;
      return { send: () => {}, ping: () => {}, close: () => {} };
    });
    const socket = open("ws://venue/cbu", none);
    heard?.opened();
    for (const channel of [`${pair}_depth`, `${pair}_deals`, `${pair}_kline_1min`]) {
      socket.send(JSON.stringify({ sub: channel }));
    }
    for (const one of said) {
      await clock.advanceAndSettle(typeof one === "number" ? one : 10);
      if (typeof one !== "number") {
        heard?.message(new TextEncoder().encode(`0${typeof one === "string" ? one : JSON.stringify(one)}`));
      }
    }
    await clock.advanceAndSettle(10);
    heard?.closed(1006, "");
  }
  await recording.close();
}

it("deals, candles, fills, gaps and what cannot be read are counted, shown and exported, word for word", async () => {
  const told = new Transcript({ [home]: "<home>" }, "fixed");
  const run = (argv: readonly string[]) => runCommandLine(argv, { home, workingDirectory: home });
  const say = (...words: readonly string[]) => told.say(run, words);
  await say("inspect", "recording");
  await say("inspect", "recording", "--json");
  await say("inspect", "recording", "--json", "--sequence-policy", "monotonic");
  await say("replay", "recording", "--speed", "max");
  await say("replay", "recording", "--speed", "max", "kline:4BTC_USDT", "deals:4BTC_USDT", "--json");
  await say("replay", "recording", "--speed", "max", "deals:4BTC_USDT", "--from", "2026-11-18T11:07:40Z");
  await say("replay", "recording", "--speed", "max", "--as", "book");
  await say("export", "recording", "--to", "texts", "--format", "csv", "--threads", "1");
  for (const table of ["trades", "fills", "klines", "book-updates", "book-snapshots"]) {
    const out = await readFile(join(home, "texts", `${table}.csv`), "utf8").catch(() => "none\n");
    await told.say(async () => ({ exitCode: 0, out, err: "", envelopes: [] }), ["(file)", table]);
  }
  await say("export", "recording", "--to", "fills.ndjson", "--what", "fills", "--threads", "1");
  const fills = await readFile(join(home, "fills.ndjson"), "utf8");
  await told.say(async () => ({ exitCode: 0, out: fills, err: "", envelopes: [] }), ["(file)", "fills.ndjson"]);
  await say("export", "recording", "--to", "all", "--threads", "1", "--sequence-policy", "monotonic");
  await say(
    "query",
    "select symbol, side, liquidity, price, amount, fee, client_order_id from fills order by id",
    "all",
  );
  await say("query", "select * from klines limit 1", "all", "--json");
  await say("export", "recording", "--to", "events", "--format", "hftbacktest", "--threads", "1");
  for (const what of ["gaps", "equity", "spread"]) {
    await say("plot", "recording", "--what", what, "--out", `${what}.svg`);
  }
  await told.expectToBe("recorded-channels");
});
