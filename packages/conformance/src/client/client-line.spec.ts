import { describe, expect, it } from "vitest";
import { plainDecimal, readClientLine } from "./client-line.js";

describe("a line of a client", () => {
  it.each([
    ['{"ready":true}', { kind: "ready" }],
    ['{"book":"P","status":"stale"}', { kind: "book", isLive: false, seq: 0, asks: [], bids: [] }],
    [
      '{"book":"P","status":"live","seq":7,"asks":[["1.10","2"]],"bids":[[1,0.5]]}',
      { kind: "book", isLive: true, seq: 7, asks: [["1.1", "2"]], bids: [["1", "0.5"]] },
    ],
    ['{"order":"12","state":"not-placed"}', { kind: "order", clientId: "12", state: "not-placed" }],
    ['{"fill":12,"price":"1.0","quantity":"0.10"}', { kind: "fill", clientId: "12", price: "1", quantity: "0.1" }],
    ['{"order":12,"state":"placed"}', { kind: "order", clientId: "12", state: "placed" }],
    ['{"order":"1","state":"rejected"}', { kind: "order", clientId: "1", state: "rejected" }],
    ['{"order":"1","state":"unknown"}', { kind: "order", clientId: "1", state: "unknown" }],
    ['{"gap":"disconnected"}', { kind: "gap" }],
    ['{"gap":null}', { kind: "gap" }],
  ])("%s", (text, line) => {
    expect(readClientLine(text)).toEqual(line);
  });

  it.each([
    "connected",
    "null",
    "[]",
    "{}",
    '{"book":"P"}',
    '{"book":"P","status":"live","asks":[],"bids":[]}',
    '{"book":"P","status":"live","seq":1,"asks":[["1"]],"bids":[]}',
    '{"book":"P","status":5}',
    '{"book":"P","status":"live","seq":"1","asks":[],"bids":[]}',
    '{"book":"P","status":"live","seq":1,"asks":5,"bids":[]}',
    '{"book":"P","status":"live","seq":1,"asks":[],"bids":{}}',
    '{"book":"P","status":"live","seq":1,"asks":[5],"bids":[]}',
    '{"book":"P","status":"live","seq":1,"asks":[["1",true]],"bids":[]}',
    '{"book":"P","status":"live","seq":1,"asks":[],"bids":[[null,"1"]]}',
    '{"ready":false}',
    '{"ready":"true"}',
    "5",
    '"gap"',
    '{"order":"1"}',
    '{"order":"1","state":"perhaps"}',
    '{"fill":"1","quantity":"1"}',
    '{"fill":"1","price":"1"}',
  ])("%s is none", (text) => {
    expect(readClientLine(text)).toBeUndefined();
  });

  it.each([
    ["101.10", "101.1"],
    ["101", "101"],
    ["0.500", "0.5"],
    ["00.5", "0.5"],
    ["10.0", "10"],
    ["-1.0", "-1"],
    ["-0.50", "-0.5"],
    ["0", "0"],
    ["5.", "5"],
    ["1.1x", "1.1x"],
    ["x1.10", "x1.10"],
    [".50", ".50"],
    ["one", "one"],
  ])("%s is the decimal %s", (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });
});
