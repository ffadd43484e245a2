import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type DepthMessage, isSnapshot, plainFrame, readDepth } from "./depth-message.js";

const message = { topic: "P_depth", t: 1, d: { pair: "P", ut: 1, add: null, del: null } };
const json = Buffer.from(JSON.stringify(message));
const frame = (marker: number, body: Buffer) => Buffer.concat([Buffer.from([marker]), body]);

describe("a frame about depth", () => {
  it.each([
    ["plain, with the digit 0", frame(0x30, json)],
    ["plain, with the byte 0", frame(0, json)],
    ["deflated", frame(0x31, deflateSync(json))],
    ["zipped", frame(0x31, gzipSync(json))],
    ["as it is written here", Buffer.from(plainFrame(message))],
  ])("is read: %s", (_, bytes) => {
    expect(readDepth(bytes)).toEqual(message);
  });

  it("is told from one about anything else", () => {
    for (const other of [{ topic: "P_deals" }, { topic: "P_depth_x" }, { pong: 5 }]) {
      expect(readDepth(Buffer.from(plainFrame(other)))).toBeUndefined();
    }
  });
});

it.each([
  [{ asks: [], bids: [] }, true],
  [{ asks: null }, true],
  [{ bids: null }, true],
  [{}, false],
  [{ add: null, del: null }, false],
  [{ asks: [], bids: [], add: null }, false],
  [{ asks: [], bids: [], del: null }, false],
])("%j is a full message: %s", (d, isOne) => {
  expect(isSnapshot({ topic: "P_depth", t: 0, d } as unknown as DepthMessage)).toBe(isOne);
});
