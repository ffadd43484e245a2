import { batchQueryStringToSign, Credential, headerStringToSign, sign } from "@depthwire/core";
import {
  batchQuerySigningSample,
  depthSnapshotSample,
  depthUpdateSample,
  headerSigningSamples,
  klineRowSample,
  sampleSecret,
  tickerSample,
} from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { prefixEvent } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";
const credential = new Credential({ apiKey: "key", apiSecret: sampleSecret });
const message = (channel: string, payload: string): string => `{"topic":"${channel}","t":0,"d":${payload}}`;

describe("the samples of the field notes", () => {
  it("depth, full [notes/samples/sample/depth-full]", () => {
    expect(prefixEvent(depthSnapshotSample)).toEqual({
      kind: "depth",
      pair,
      dataKind: "full",
      depth: {
        kind: "snapshot",
        pair,
        updatedAtMs: 1_639_124_171_584,
        seq: 188_236,
        asks: [
          { quantity: "7.904", price: "47741.6" },
          { quantity: "0.604", price: "47741.8" },
        ],
        bids: [
          { quantity: "1.667", price: "47741.3" },
          { quantity: "0.534", price: "47726.8" },
        ],
      },
    });
  });

  it("depth, incremental [notes/samples/sample/depth-incremental]", () => {
    expect(prefixEvent(depthUpdateSample)).toEqual({
      kind: "depth",
      pair,
      dataKind: "incremental",
      depth: {
        kind: "update",
        pair,
        updatedAtMs: 1_639_124_172_771,
        seq: 188_240,
        set: { asks: [{ quantity: "0.11", price: "47744.9" }], bids: [{ quantity: "0.809", price: "47741.5" }] },
        delete: { asks: null, bids: [{ quantity: "0.522", price: "47741.3" }] },
      },
    });
  });

  it("ticker [notes/samples/sample/ticker]", () => {
    expect(prefixEvent(message(`${pair}_ticker`, tickerSample))).toMatchObject({
      kind: "ticker",
      order: "usd-first",
      ticker: {
        pair,
        lastPrice: "48099.9",
        lastPriceUsd: "48099.90",
        lastPriceCny: "299951.30",
        highPrice: "49631.3",
        lowPrice: "47319.1",
        bestBidPrice: "48095.1",
        bestBidQuantity: "0.041",
        bestAskPrice: "48098.1",
        bestAskQuantity: "2.292",
        volume: "16781.668",
        percentChange: "-2.83",
        updatedAtMs: 1_639_125_637_999,
        latestPriceCny: "299951.30000000",
      },
    });
  });

  it("kline row [notes/samples/sample/kline-row]", () => {
    expect(prefixEvent(message(`${pair}_kline_1min`, `[${klineRowSample}]`))).toMatchObject({
      klines: [
        {
          openedAtMs: 1_639_122_420_000,
          openPrice: "47868.1",
          highPrice: "47892.3",
          lowPrice: "47825.4",
          closePrice: "47825.4",
          volume: "10.86",
        },
      ],
    });
  });

  it("cmds signing [notes/samples/sample/cmds-signing]", () => {
    const { commands, signature } = batchQuerySigningSample;
    expect(commands).toContain('"cmd":"bc/dealLog"');
    expect(signature).toBe("4429dee1480d6b046a087b10b751143b");
    expect(sign(credential, batchQueryStringToSign(commands))).toBe(signature);
  });

  it("header signing: a body, an empty object, no body [notes/samples/sample/header-signing]", () => {
    const signatures = headerSigningSamples.map(({ timestampMs, body }) =>
      sign(credential, headerStringToSign(timestampMs, body)),
    );
    expect(signatures).toEqual([
      "c947bf64fed90b1b73f8daa089bf3acb",
      "a6bcb033fd11840e2a1118466d98ecc2",
      "cd797073de0017864f106c2d029e4c90",
    ]);
    expect(headerSigningSamples.map(({ body }) => body)).toEqual([
      '{"amount":"0.01","symbol":"USDT","type":0}',
      "{}",
      "",
    ]);
  });
});
