import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  bareErrorSamples,
  batchQuerySigningSample,
  headerSigningSamples,
  klineRowSample,
  sampleSecret,
  tickerSample,
} from "./field-note-samples.js";

function sign(text: string): string {
  return createHmac("md5", sampleSecret).update(text).digest("hex");
}

test("each signature is that of its text under the samples' secret, by another implementation", () => {
  for (const { timestampMs, body, signature } of headerSigningSamples) {
    expect(sign(`${timestampMs}${body}`), body).toBe(signature);
  }
  expect(headerSigningSamples.map(({ body }) => body.length)).toEqual([42, 2, 0]);
  expect(sign(batchQuerySigningSample.commands)).toBe(batchQuerySigningSample.signature);
});

test("a ticker's last price in usd stands first, and its last but one is its time", () => {
  const ticker: unknown[] = JSON.parse(tickerSample);
  expect(ticker).toHaveLength(14);
  expect([ticker[0], ticker[1], ticker[12]]).toEqual(["4BTC_USDT", "48099.9", "1639125637999"]);
});

test("a kline has six elements, the first of them its time", () => {
  const row: unknown[] = JSON.parse(klineRowSample);
  expect(row).toHaveLength(6);
  expect(row[0]).toBe("1639122420000");
});

test("errors come with a code and a message, with a channel and without", () => {
  expect(bareErrorSamples.map((text): unknown => JSON.parse(text))).toEqual([
    { channel: "4BTC_USDT_depth", error: { code: "3009", msg: "Illegal subscription channel" } },
    { error: { code: "3025", msg: "apikey signature verification failed" } },
  ]);
});
