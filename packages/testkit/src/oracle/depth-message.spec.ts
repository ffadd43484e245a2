import { describe, expect, test } from "vitest";
import { depthSnapshotSample, depthUpdateSample } from "../samples/field-note-samples.js";
import { readOracleMessage } from "./depth-message.js";

const none = { asks: [], bids: [] };

/** A message of the usual pair, of which parts are otherwise. */
function messageOf(data: object, rest: object = {}): string {
  return JSON.stringify({
    topic: "4BTC_USDT_depth",
    t: 0,
    d: { pair: "4BTC_USDT", ut: 1000, seq: 5, ...data },
    ...rest,
  });
}

/** A row of whole numbers, as it is read. */
function row(quantity: bigint, price: bigint) {
  return { quantity: { digits: quantity, scale: 0 }, price: { digits: price, scale: 0 } };
}

describe("readOracleMessage", () => {
  test("reads the field notes' full message", () => {
    expect(readOracleMessage(depthSnapshotSample)).toEqual({
      kind: "snapshot",
      channel: "4BTC_USDT_depth",
      pair: "4BTC_USDT",
      seq: 188236,
      updatedAtMs: 1639124171584,
      levels: {
        asks: [
          { quantity: { digits: 7904n, scale: 3 }, price: { digits: 477416n, scale: 1 } },
          { quantity: { digits: 604n, scale: 3 }, price: { digits: 477418n, scale: 1 } },
        ],
        bids: [
          { quantity: { digits: 1667n, scale: 3 }, price: { digits: 477413n, scale: 1 } },
          { quantity: { digits: 534n, scale: 3 }, price: { digits: 477268n, scale: 1 } },
        ],
      },
    });
  });

  test("reads the field notes' incremental message, in which one side is null and one list is absent", () => {
    expect(readOracleMessage(depthUpdateSample)).toEqual({
      kind: "update",
      channel: "4BTC_USDT_depth",
      pair: "4BTC_USDT",
      seq: 188240,
      updatedAtMs: 1639124172771,
      add: {
        asks: [{ quantity: { digits: 11n, scale: 2 }, price: { digits: 477449n, scale: 1 } }],
        bids: [{ quantity: { digits: 809n, scale: 3 }, price: { digits: 477415n, scale: 1 } }],
      },
      del: { asks: [], bids: [{ quantity: { digits: 522n, scale: 3 }, price: { digits: 477413n, scale: 1 } }] },
      mod: none,
    });
  });

  test.each<[string, object, object]>([
    ["asks alone", { asks: [["1", "101"]] }, { asks: [row(1n, 101n)], bids: [] }],
    ["bids alone", { bids: [["1", "99"]] }, { asks: [], bids: [row(1n, 99n)] }],
    ["a null side", { asks: null }, none],
    ["two null sides", { asks: null, bids: null }, none],
    ["empty sides", { asks: [], bids: [] }, none],
    ["a quantity of 0", { asks: [["0", "101"]] }, { asks: [row(0n, 101n)], bids: [] }],
  ])("a message with %s is a full one", (_, data, levels) => {
    expect(readOracleMessage(messageOf(data))).toMatchObject({ kind: "snapshot", levels });
    expect(readOracleMessage(messageOf(data, { t: 1 }))).toMatchObject({ kind: "snapshot", levels });
  });

  test.each<[string, object, object]>([
    ["add", { add: { asks: [["1", "101"]] } }, { add: { asks: [row(1n, 101n)], bids: [] }, del: none, mod: none }],
    ["del", { del: { bids: [["1", "99"]] } }, { add: none, del: { asks: [], bids: [row(1n, 99n)] }, mod: none }],
    ["mod", { mod: { asks: [["1", "101"]] } }, { add: none, del: none, mod: { asks: [row(1n, 101n)], bids: [] } }],
    ["a null list", { add: null }, { add: none, del: none, mod: none }],
  ])("a message with %s alone is incremental, whatever its t says", (_, data, lists) => {
    expect(readOracleMessage(messageOf(data))).toMatchObject({ kind: "update", ...lists });
    expect(readOracleMessage(messageOf(data, { t: 1 }))).toMatchObject({ kind: "update", ...lists });
  });

  test("a message without any list is incremental where its t says so, and none elsewhere", () => {
    expect(readOracleMessage(messageOf({}, { t: 1 }))).toMatchObject({
      kind: "update",
      add: none,
      del: none,
      mod: none,
    });
    for (const t of [0, 2, "1", null]) {
      expect(readOracleMessage(messageOf({}, { t })), String(t)).toBeUndefined();
    }
  });

  test.each([
    ["seq", "5"],
    ["seq", 5.5],
    ["seq", 2 ** 53],
    ["seq", null],
    ["ut", "1000"],
    ["ut", 0.1],
    ["ut", -(2 ** 53)],
    ["ut", undefined],
  ])("a %s of %j is none, and the message is read", (key, value) => {
    const read = readOracleMessage(messageOf({ asks: [], [key]: value }));
    expect(read).toMatchObject({ kind: "snapshot" });
    const { seq, updatedAtMs } = read ?? {};
    expect([seq, updatedAtMs]).toEqual(key === "seq" ? [undefined, 1000] : [5, undefined]);
  });

  test.each([
    ["no JSON", '{"topic":'],
    ["no text", ""],
    ["null", "null"],
    ["a number", "5"],
    ["a text", '"topic"'],
    ["a list", `[${messageOf({ asks: [] })}]`],
    ["without data", JSON.stringify({ topic: "4BTC_USDT_depth", t: 1 })],
    ["with null for data", messageOf({}, { t: 1, d: null })],
    ["with a list for data", messageOf({}, { t: 1, d: [] })],
    ["with a text for data", messageOf({}, { t: 1, d: "d" })],
    ["without a channel", messageOf({ asks: [] }, { topic: undefined })],
    ["with a number for its channel", messageOf({ asks: [] }, { topic: 5 })],
    ["without a pair", messageOf({ asks: [], pair: undefined })],
    ["with null for its pair", messageOf({ asks: [], pair: null })],
    ["with a full side and a list of changes", messageOf({ asks: [], add: null }, { t: 1 })],
    ["with a full side and changes to delete", messageOf({ bids: [], del: {} })],
    ["with a full side and changes to set", messageOf({ bids: null, mod: {} })],
  ])("what is %s is rejected", (_, text) => {
    expect(readOracleMessage(text)).toBeUndefined();
  });

  test.each([
    ["a text", "rows"],
    ["an object", {}],
    ["true", true],
    ["0", 0],
    ["a row that is none", ["1", "101"]],
    ["a null row", [null]],
    ["an empty row", [[]]],
    ["a row of one", [["1"]]],
    ["a row of three", [["1", "101", "x"]]],
    ["a number for a quantity", [[1, "101"]]],
    ["a number for a price", [["1", 101]]],
    ["null for a quantity", [[null, "101"]]],
    ["a malformed quantity", [["1e2", "101"]]],
    ["a malformed price", [["1", "101."]]],
    ["a negative quantity", [["-0.1", "101"]]],
    [
      "a bad row behind a good one",
      [
        ["1", "101"],
        ["x", "102"],
      ],
    ],
    [
      "a good row behind a bad one",
      [
        ["x", "102"],
        ["1", "101"],
      ],
    ],
  ])("%s in place of rows rejects the whole message, on either side of any list", (_, rows) => {
    for (const side of ["asks", "bids"]) {
      expect(readOracleMessage(messageOf({ asks: [], bids: [], [side]: rows })), side).toBeUndefined();
      for (const list of ["add", "del", "mod"]) {
        expect(readOracleMessage(messageOf({ [list]: { [side]: rows } })), `${list} ${side}`).toBeUndefined();
      }
    }
  });

  test.each([
    ["a list", []],
    ["a text", "sides"],
    ["a number", 1],
    ["false", false],
  ])("%s in place of the sides of a list rejects the whole message", (_, sides) => {
    for (const list of ["add", "del", "mod"]) {
      expect(readOracleMessage(messageOf({ [list]: sides }, { t: 1 })), list).toBeUndefined();
    }
  });
});
