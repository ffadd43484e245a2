import { unzipSync } from "node:zlib";
import type { Inflate } from "@depthwire/core";
import { createDepthChannel, DepthSection, DepthSink, encodeUtf8 } from "@depthwire/core/internal";
import { describe, expect, it } from "vitest";
import { DepthChannelTable } from "./depth-channel-table.js";
import { createPayloadScratch, scanChannelDepth } from "./scan-channel-depth.js";
import { type ScanOutcome, scanDone, scanFiner, scanUnexpected } from "./scan-depth.js";

const name = "svc_sub_spot_4BTC_USDT_depth";
const inflate: Inflate = {
  output: new Uint8Array(0),
  inflate(source, start, end) {
    Object.assign(this, { output: unzipSync(source.subarray(start, end)) });
    return this.output.length;
  },
};
const table = new DepthChannelTable();
const channel = createDepthChannel("4BTC_USDT", { priceScale: 1, quantityScale: 1 }, 7, name);
table.add(channel);
const scratch = createPayloadScratch(inflate, 1_000);
const sink = new DepthSink(4);

function scan(text: string): ScanOutcome {
  const bytes = encodeUtf8(text);
  return scanChannelDepth(bytes, 0, bytes.length, table, sink, scratch);
}

const message = (payload: string): string => `[{"channel":"${name}","binary":0,"data_type":1,"data":${payload}}]`;
const level = '[{"volume":"1.5","price":"2.5"}]';

describe("the scanner of protocol B", () => {
  it("reads add, del and mod", () => {
    const sides = `{"asks":${level},"bids":null}`;
    const payload = `{"pair":"4BTC_USDT","update_time":6,"seq":9,"add":${sides},"del":${sides},"mod":${sides}}`;
    expect(scan(message(payload))).toBe(scanDone);
    expect([sink.kind, sink.seq, sink.updatedAtMs]).toEqual(["update", 9, 6]);
    expect(Array.from(sink.counts)).toEqual([1, 0, 1, 0, 1, 0]);
    expect(sink.prices[DepthSection.askModify * 4]).toBe(25);
    expect(sink.quantities[DepthSection.askModify * 4]).toBe(15);
    expect(table.found).toBe(channel);
  });

  it("reads a snapshot without seq, and leaves an update without seq to the general path", () => {
    expect(scan(message(`{"pair":"4BTC_USDT","update_time":6,"asks":${level},"bids":[]}`))).toBe(scanDone);
    expect([sink.kind, sink.seq]).toEqual(["snapshot", -1]);
    expect(scan(message('{"pair":"4BTC_USDT","update_time":6,"add":{"asks":null}}'))).toBe(scanUnexpected);
  });

  it("tells a finer decimal", () => {
    const finer = '[{"volume":"1.55","price":"2.5"}]';
    expect(scan(message(`{"pair":"4BTC_USDT","update_time":6,"asks":${finer}}`))).toBe(scanFiner);
  });

  it.each([
    [
      "another channel",
      message('{"pair":"4BTC_USDT","update_time":6,"asks":[]}').replace("4BTC_USDT_d", "4ETH_USDT_d"),
    ],
    ["another pair", message('{"pair":"4ETH_USDT","update_time":6,"asks":[]}')],
    ["protocol A's key", message('{"pair":"4BTC_USDT","ut":6,"asks":[]}')],
    ["a key twice", message('{"pair":"4BTC_USDT","update_time":6,"update_time":6,"asks":[]}')],
    ["both kinds of content", message('{"pair":"4BTC_USDT","update_time":6,"seq":1,"asks":[],"add":null}')],
    [
      "more levels than fit",
      message(`{"pair":"4BTC_USDT","update_time":6,"asks":[${Array(5).fill(level.slice(1, -1))}]}`),
    ],
    ["two envelopes", `[${message("{}").slice(1, -1)},${message("{}").slice(1, -1)}]`],
    ["text that is no base64", message('"!!!!"')],
    ["an empty text", message('""')],
    ["nothing", ""],
    ["half an array", message('{"pair":"4BTC_USDT","update_time":6,"asks":[]}').slice(0, -1)],
  ])("leaves %s to the general path", (_what, text) => {
    expect(scan(text)).toBe(scanUnexpected);
  });
});
