import { channelProtocolChannels, list, text } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { decodeBase64 } from "./bytes/base64.js";
import {
  compileRecord,
  createChannelParser,
  createDepthChannel,
  DepthChannelTable,
  DepthSink,
  decodeForm,
  decodeJson,
  encodeUtf8,
  expandExponent,
  judgeDecimal,
  parseExact,
  scanDepth,
} from "./index.js";

const parseChannel = createChannelParser(channelProtocolChannels, "svc");
const texts = compileRecord(list(text()));
const channels = new DepthChannelTable();
channels.add(createDepthChannel("4BTC_USDT", { priceScale: 8, quantityScale: 8 }, 0));
const sink = new DepthSink(200_000);
const beforeLevels = '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"asks":[';

/** Reads a text of about `size` characters that is meant to be expensive. Refusing it is as good as reading it. */
const readers: readonly (readonly [string, (size: number) => () => unknown])[] = [
  ["JSON of many arrays", (size) => reading(parseExact, `[${"[],".repeat(size / 3)}[]]`)],
  [
    "JSON of many keys",
    (size) => reading(parseExact, `{${Array.from({ length: size / 8 }, (_, at) => `"k${at}":1`).join()}}`),
  ],
  ["JSON of many escapes", (size) => reading(parseExact, `"${"\\u00e9".repeat(size / 6)}"`)],
  ["JSON of many surrogates", (size) => reading(parseExact, `"${"😀".repeat(size / 2)}\ud800"`)],
  ["JSON of one long number", (size) => reading(parseExact, `${"9".repeat(size)}.e`)],
  ["JSON of many exact numbers", (size) => reading(parseExact, `[${"1.10,".repeat(size / 5)}1]`)],
  ["a string without an end", (size) => reading(parseExact, `"${"\\\\".repeat(size / 2)}`)],
  ["a list of texts", (size) => reading((json) => decodeJson(texts, json), `[${'"",'.repeat(size / 3)}1]`)],
  ["a form", (size) => reading((form) => decodeForm(form, size + 9), "a=%41&".repeat(size / 6))],
  ["base64", (size) => reading(decodeBase64, `${"QUJD".repeat(size / 4)}=`)],
  ["a channel's name", (size) => reading(parseChannel, "svc_sub_spot_".repeat(size / 13))],
  ["a decimal", (size) => reading(judgeDecimal, `${"0".repeat(size)}x`)],
  ["an exponent", (size) => reading(expandExponent, `${"0".repeat(size)}e999`)],
  ["depth rows", (size) => reading(scan, `${beforeLevels}${'["1.5","2.25"],'.repeat(size / 15)}`)],
  ["depth digits", (size) => reading(scan, `${beforeLevels}["${"0".repeat(size)}","1"]]}}`)],
];

function reading(read: (input: string) => unknown, input: string): () => unknown {
  return () => read(input);
}

function scan(json: string): number {
  const bytes = encodeUtf8(json);
  return scanDepth(bytes, 0, bytes.length, channels, sink);
}

const smallSize = 8_000;
const times = 32;

/** Milliseconds for so many runs. */
function timeOf(runs: number, run: () => unknown): number {
  const startedMs = performance.now();
  for (let at = 0; at < runs; at += 1) {
    try {
      run();
    } catch {
      // Refused: the time counts all the same.
    }
  }
  return performance.now() - startedMs;
}

/** The best of so many turns counts, and of more while the machine seems to disturb them. */
const fewestTurns = 3;
const mostTurns = 100;

describe("time is linear in the input", () => {
  it.each(readers)("%s", (_name, of) => {
    const [runSmall, runLarge] = [of(smallSize), of(times * smallSize)];
    let [inParts, atOnce] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // As much at once as in parts. Quadratic time would be 32 times as long; what does not fit the caches takes a few times.
    const isLinear = (): boolean => atOnce < inParts * (times / 4);
    for (let turn = 0; turn < fewestTurns || (turn < mostTurns && !isLinear()); turn += 1) {
      inParts = Math.min(inParts, timeOf(times, runSmall));
      atOnce = Math.min(atOnce, timeOf(1, runLarge));
    }
    expect(isLinear(), `${atOnce} ms at once, ${inParts} ms in parts`).toBe(true);
  });
});
