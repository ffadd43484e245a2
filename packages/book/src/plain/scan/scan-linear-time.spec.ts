import { createDepthChannel, DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import { measureLinearTime } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { DepthChannelTable } from "./depth-channel-table.js";
import { scanDepth } from "./scan-depth.js";

const channels = new DepthChannelTable();
channels.add(createDepthChannel("4BTC_USDT", { priceScale: 8, quantityScale: 8 }, 0));
const sink = new DepthSink(200_000);
const beforeLevels = '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"asks":[';

function scan(json: string): number {
  const bytes = encodeUtf8(json);
  return scanDepth(bytes, 0, bytes.length, channels, sink);
}

describe("scanning takes time that is linear in the input", () => {
  it.each([
    ["depth rows", (size: number) => `${beforeLevels}${'["1.5","2.25"],'.repeat(size / 15)}`],
    ["depth digits", (size: number) => `${beforeLevels}["${"0".repeat(size)}","1"]]}}`],
  ])("%s", (_name, jsonOf) => {
    const { isLinear, atOnceMs, inPartsMs } = measureLinearTime((size) => {
      const json = jsonOf(size);
      return () => scan(json);
    });
    expect(isLinear, `${atOnceMs} ms at once, ${inPartsMs} ms in parts`).toBe(true);
  });
});
