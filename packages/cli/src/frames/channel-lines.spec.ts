import type { PushEvent } from "@depthwire/core/internal";
import { expect, it } from "vitest";
import { sceneContext } from "../context.spec-kit.js";
import { stylesFor } from "../program/styles.js";
import { knownChannel } from "../venue/known-channel.js";
import { ChannelLines, type ChannelLinesOptions } from "./channel-lines.js";
import { eventLines } from "./event-text.js";

const atMs = Date.UTC(2026, 10, 14, 9, 5, 1, 250);
const pair = "4BTC_USDT";
const styles = stylesFor({ isTerminal: true, environment: {} });
const plain = stylesFor({ isTerminal: false, environment: {} });
const bytesOf = (text: string) => new TextEncoder().encode(`0${text}`);
const depthText = (seq: number, of = pair): string =>
  JSON.stringify({ topic: `${of}_depth`, t: 0, d: { pair: of, ut: 5, seq, asks: [["1", "3"]], bids: [["1", "2"]] } });

it("what channels say, as lines for people", () => {
  const row = (price: string, quantity: string) => ({ price, quantity });
  const deal = (side: string, quantity: string, price: string) => ({ side, quantity, price, tradedAtMs: atMs - 1_000 });
  const kline = { openedAtMs: atMs, openPrice: "1", highPrice: "4", lowPrice: "0.5", closePrice: "2", volume: "7" };
  const ticker = {
    lastPrice: "1",
    bestBidPrice: "2",
    bestAskPrice: "3",
    highPrice: "4",
    lowPrice: "5",
    volume: "6",
    percentChange: "7",
  };
  const events = [
    { kind: "depth", depth: { kind: "snapshot", seq: 7, asks: [row("3", "1"), row("4", "2")], bids: [row("2", "1")] } },
    { kind: "depth", depth: { kind: "snapshot", asks: [], bids: null } },
    { kind: "depth", depth: { kind: "update", seq: 8 } },
    {
      kind: "depth",
      depth: {
        kind: "update",
        seq: 9,
        set: { asks: [row("3", "1")], bids: [row("2", "5")] },
        modify: { bids: [row("1", "4")], asks: null },
        delete: { asks: [row("9", "0")] },
      },
    },
    { kind: "deals", dataKind: "full", deals: [deal("sell", "1", "3"), deal("buy", "123.456", "2")] },
    { kind: "deals", dataKind: "incremental", deals: [deal("buy", "1234567.89", "2")] },
    { kind: "deals", dataKind: "full", deals: [] },
    { kind: "klines", klines: [kline, { ...kline, openPrice: "9" }] },
    { kind: "klines", klines: [] },
    { kind: "ticker", ticker },
    { kind: "private", event: { kind: "asset", value: { coin: "USDT" } } },
  ] as unknown as readonly PushEvent[];
  expect(events.flatMap((event) => eventLines(event, "short", atMs, plain))).toMatchInlineSnapshot(`
    [
      "09:05:01.250 short  seq 7  snapshot of 1 bids and 2 asks  1@2  1@3",
      "09:05:01.250 short  seq ?  snapshot of 0 bids and 0 asks",
      "09:05:01.250 short  seq 8  no change",
      "09:05:01.250 short  seq 9  bids 5@2 4@1  asks 1@3 -9",
      "09:05:01.250 short  buy    123.456 at 2  09:05:00.250  before",
      "09:05:01.250 short  sell         1 at 3  09:05:00.250  before",
      "09:05:01.250 short  buy  1234567.89 at 2  09:05:00.250",
      "09:05:01.250 short  no deals yet",
      "09:05:01.250 short  2026-11-14 09:05:01  open 1  high 4  low 0.5  close 2  volume 7",
      "09:05:01.250 short  2026-11-14 09:05:01  open 9  high 4  low 0.5  close 2  volume 7",
      "09:05:01.250 short  no klines yet",
      "09:05:01.250 short  last 1  bid 2  ask 3  24 h: high 4  low 5  volume 6  change 7 %",
      "09:05:01.250 short  asset  {"coin":"USDT"}",
    ]
  `);
  const coloured = events.flatMap((event) => eventLines(event, "short", atMs, styles));
  expect(coloured.map((line) => line.replaceAll("\u001b", "^"))).toMatchInlineSnapshot(`
    [
      "^[2m09:05:01.250^[22m short  seq 7  snapshot of 1 bids and 2 asks  ^[32m1@2^[39m  ^[31m1@3^[39m",
      "^[2m09:05:01.250^[22m short  seq ?  snapshot of 0 bids and 0 asks",
      "^[2m09:05:01.250^[22m short  seq 8  no change",
      "^[2m09:05:01.250^[22m short  seq 9  bids ^[32m5@2 4@1^[39m  asks ^[31m1@3 -9^[39m",
      "^[2m09:05:01.250^[22m short  ^[32mbuy ^[39m   123.456 at 2  ^[2m09:05:00.250^[22m  ^[2mbefore^[22m",
      "^[2m09:05:01.250^[22m short  ^[31msell^[39m         1 at 3  ^[2m09:05:00.250^[22m  ^[2mbefore^[22m",
      "^[2m09:05:01.250^[22m short  ^[32mbuy ^[39m 1234567.89 at 2  ^[2m09:05:00.250^[22m",
      "^[2m09:05:01.250^[22m short  no deals yet",
      "^[2m09:05:01.250^[22m short  2026-11-14 09:05:01  open 1  high 4  low 0.5  close 2  volume 7",
      "^[2m09:05:01.250^[22m short  2026-11-14 09:05:01  open 9  high 4  low 0.5  close 2  volume 7",
      "^[2m09:05:01.250^[22m short  no klines yet",
      "^[2m09:05:01.250^[22m short  last 1  bid ^[32m2^[39m  ask ^[31m3^[39m  24 h: high 4  low 5  volume 6  change 7 %",
      "^[2m09:05:01.250^[22m short  asset  {"coin":"USDT"}",
    ]
  `);
});

function lines(options: Partial<ChannelLinesOptions>, form: "json" | "text", isTerminal = false) {
  const { context, streams } = sceneContext("tail", form, {
    screen: { isTerminal, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => {} },
  });
  const channels = [knownChannel(`depth:${pair}`, { protocol: "prefix", serviceName: "svc" })];
  const shown = new ChannelLines(
    { channels, form: "decoded", count: Number.POSITIVE_INFINITY, now: () => atMs, ...options },
    context,
  );
  return {
    shown,
    take: (bytes: Uint8Array) => shown.tap.inbound?.(0 as never, bytes),
    said: () => streams.text(),
  };
}

it("messages of the wanted channels are written in their form, others and earlier ones are not", async () => {
  const said: unknown[] = [];
  for (const [options, form, isTerminal] of [
    [{}, "text", false],
    [{}, "json", false],
    [{ form: "raw" }, "text", false],
    [{ form: "raw" }, "text", true],
    [{ form: "hex" }, "text", false],
    [{ count: 2 }, "text", false],
    [{ fromMs: atMs + 1 }, "text", false],
    [{ fromMs: atMs }, "text", false],
  ] as const) {
    const { shown, take, said: now } = lines(options, form, isTerminal);
    const written = shown.run();
    take(bytesOf(depthText(1)));
    take(bytesOf(depthText(2, "4ETH_USDT")));
    take(bytesOf('{"pong":5}'));
    take(bytesOf("nothing"));
    take(bytesOf(JSON.stringify({ topic: `${pair}_depth`, t: 0, d: { pair, asks: [["x", "1"]] } })));
    take(bytesOf(depthText(3).replace('"asks"', '"note":"\u202e","asks"')));
    take(bytesOf(depthText(4)));
    shown.close();
    take(bytesOf(depthText(5)));
    await written;
    await shown.empty();
    // Named, as a text that turns the direction of writing would mislead who reads this file.
    const { out, err } = now();
    said.push({ ...options, form, out: out.replaceAll("\u202e", "<U+202E>"), err, counts: shown.counts });
  }
  expect(said).toMatchInlineSnapshot(`
    [
      {
        "counts": {
          "unreadable": 2,
          "written": 3,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    A message could not be read: A message does not have the documented shape (message-shape: path "d.ut", expected "a value: the key is missing")
    ",
        "form": "text",
        "out": "09:05:01.250 depth:4BTC_USDT  seq 1  snapshot of 1 bids and 1 asks  1@2  1@3
    09:05:01.250 depth:4BTC_USDT  seq 3  snapshot of 1 bids and 1 asks  1@2  1@3
    09:05:01.250 depth:4BTC_USDT  seq 4  snapshot of 1 bids and 1 asks  1@2  1@3
    ",
      },
      {
        "counts": {
          "unreadable": 2,
          "written": 3,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    A message could not be read: A message does not have the documented shape (message-shape: path "d.ut", expected "a value: the key is missing")
    ",
        "form": "json",
        "out": "{"kind":"item","command":"tail","data":{"channel":"4BTC_USDT_depth","receivedAtMs":1794647101250,"event":{"kind":"depth","pair":"4BTC_USDT","dataKind":"full","depth":{"kind":"snapshot","pair":"4BTC_USDT","updatedAtMs":5,"seq":1,"asks":[{"quantity":"1","price":"3"}],"bids":[{"quantity":"1","price":"2"}]}}}}
    {"kind":"item","command":"tail","data":{"channel":"4BTC_USDT_depth","receivedAtMs":1794647101250,"event":{"kind":"depth","pair":"4BTC_USDT","dataKind":"full","depth":{"kind":"snapshot","pair":"4BTC_USDT","updatedAtMs":5,"seq":3,"asks":[{"quantity":"1","price":"3"}],"bids":[{"quantity":"1","price":"2"}]}}}}
    {"kind":"item","command":"tail","data":{"channel":"4BTC_USDT_depth","receivedAtMs":1794647101250,"event":{"kind":"depth","pair":"4BTC_USDT","dataKind":"full","depth":{"kind":"snapshot","pair":"4BTC_USDT","updatedAtMs":5,"seq":4,"asks":[{"quantity":"1","price":"3"}],"bids":[{"quantity":"1","price":"2"}]}}}}
    ",
      },
      {
        "counts": {
          "unreadable": 1,
          "written": 4,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    ",
        "form": "text",
        "out": "{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":1,"asks":[["1","3"]],"bids":[["1","2"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","asks":[["x","1"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":3,"note":"<U+202E>","asks":[["1","3"]],"bids":[["1","2"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":4,"asks":[["1","3"]],"bids":[["1","2"]]}}
    ",
      },
      {
        "counts": {
          "unreadable": 1,
          "written": 4,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    ",
        "form": "text",
        "out": "{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":1,"asks":[["1","3"]],"bids":[["1","2"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","asks":[["x","1"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":3,"note":"\\u202e","asks":[["1","3"]],"bids":[["1","2"]]}}
    {"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":4,"asks":[["1","3"]],"bids":[["1","2"]]}}
    ",
      },
      {
        "counts": {
          "unreadable": 1,
          "written": 4,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    ",
        "form": "text",
        "out": "307b22746f706963223a22344254435f555344545f6465707468222c2274223a302c2264223a7b2270616972223a22344254435f55534454222c227574223a352c22736571223a312c2261736b73223a5b5b2231222c2233225d5d2c2262696473223a5b5b2231222c2232225d5d7d7d
    307b22746f706963223a22344254435f555344545f6465707468222c2274223a302c2264223a7b2270616972223a22344254435f55534454222c2261736b73223a5b5b2278222c2231225d5d7d7d
    307b22746f706963223a22344254435f555344545f6465707468222c2274223a302c2264223a7b2270616972223a22344254435f55534454222c227574223a352c22736571223a332c226e6f7465223a22e280ae222c2261736b73223a5b5b2231222c2233225d5d2c2262696473223a5b5b2231222c2232225d5d7d7d
    307b22746f706963223a22344254435f555344545f6465707468222c2274223a302c2264223a7b2270616972223a22344254435f55534454222c227574223a352c22736571223a342c2261736b73223a5b5b2231222c2233225d5d2c2262696473223a5b5b2231222c2232225d5d7d7d
    ",
      },
      {
        "count": 2,
        "counts": {
          "unreadable": 2,
          "written": 2,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    A message could not be read: A message does not have the documented shape (message-shape: path "d.ut", expected "a value: the key is missing")
    ",
        "form": "text",
        "out": "09:05:01.250 depth:4BTC_USDT  seq 1  snapshot of 1 bids and 1 asks  1@2  1@3
    09:05:01.250 depth:4BTC_USDT  seq 3  snapshot of 1 bids and 1 asks  1@2  1@3
    ",
      },
      {
        "counts": {
          "unreadable": 0,
          "written": 0,
        },
        "err": "",
        "form": "text",
        "fromMs": 1794647101251,
        "out": "",
      },
      {
        "counts": {
          "unreadable": 2,
          "written": 3,
        },
        "err": "A message could not be read: The text is not JSON (json-syntax: offset 0, expected "a value")
    A message could not be read: A message does not have the documented shape (message-shape: path "d.ut", expected "a value: the key is missing")
    ",
        "form": "text",
        "fromMs": 1794647101250,
        "out": "09:05:01.250 depth:4BTC_USDT  seq 1  snapshot of 1 bids and 1 asks  1@2  1@3
    09:05:01.250 depth:4BTC_USDT  seq 3  snapshot of 1 bids and 1 asks  1@2  1@3
    09:05:01.250 depth:4BTC_USDT  seq 4  snapshot of 1 bids and 1 asks  1@2  1@3
    ",
      },
    ]
  `);
});
