import { ProtocolError } from "@depthwire/core";
import {
  createDepthChannel,
  type DepthChannel,
  DepthSection,
  DepthSink,
  decodePrefixMessage,
  encodeUtf8,
  readDepth,
} from "@depthwire/core/internal";
import { describe, expect, it } from "vitest";
import { DepthChannelTable } from "./depth-channel-table.js";
import { type ScanOutcome, scanDepth, scanDone, scanFiner, scanUnexpected } from "./scan-depth.js";

const scales = { priceScale: 2, quantityScale: 3 };

function tableOf(...pairs: string[]): DepthChannelTable {
  const table = new DepthChannelTable();
  for (const [index, pair] of pairs.entries()) {
    table.add(createDepthChannel(pair, scales, index));
  }
  return table;
}

interface Scan {
  readonly outcome: ScanOutcome;
  readonly sink: DepthSink;
  readonly found: DepthChannel | undefined;
}

/** Scans a text that stands in the middle of other bytes, as one does that was inflated into a reused buffer. */
function scan(text: string, table = tableOf("4BTC_USDT"), sink = new DepthSink(16)): Scan {
  const body = encodeUtf8(text);
  const bytes = encodeUtf8(`9${"#".repeat(3)}${text}99]}}"`);
  return { outcome: scanDepth(bytes, 4, 4 + body.length, table, sink), sink, found: table.found };
}

function read(text: string, sink = new DepthSink(16)): DepthSink | string {
  const bytes = encodeUtf8(text);
  try {
    const message = decodePrefixMessage(bytes, 0, bytes.length);
    if (message.kind !== "data") {
      return message.kind;
    }
    const channel = tableOf("4BTC_USDT").findByText(message.channel);
    if (channel === undefined) {
      return "unknown-channel";
    }
    const outcome = readDepth(message, channel, sink);
    return outcome.kind === "done" ? sink : `finer ${outcome.priceScale} ${outcome.quantityScale}`;
  } catch (error) {
    return error instanceof ProtocolError ? error.code : String(error);
  }
}

function levels(sink: DepthSink, section: number): [price: number, quantity: number][] {
  const first = section * sink.capacity;
  return Array.from({ length: sink.counts[section] as number }, (_, index) => [
    sink.prices[first + index] as number,
    sink.quantities[first + index] as number,
  ]);
}

const snapshot =
  '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":1639124171584,"seq":188236,"asks":[["7.904","47741.6"],["0.604","47741.8"]],"bids":[["1.667","47741.3"],["0.534","47726.8"]]}}';
const update =
  '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":1639124172771,"seq":188240,"add":{"asks":[["0.11","47744.9"]],"bids":[["0.809","47741.5"]]},"del":{"asks":null,"bids":[["0.522","47741.3"]]}}}';

describe("the samples of the field notes", () => {
  it("snapshot [notes/samples/sample/depth-full]", () => {
    const { outcome, sink, found } = scan(snapshot);
    expect(outcome).toBe(scanDone);
    expect(found?.pair).toBe("4BTC_USDT");
    expect(sink).toMatchObject({ kind: "snapshot", seq: 188236, updatedAtMs: 1639124171584 });
    expect(levels(sink, DepthSection.askSet)).toEqual([
      [4774160, 7904],
      [4774180, 604],
    ]);
    expect(levels(sink, DepthSection.bidSet)).toEqual([
      [4774130, 1667],
      [4772680, 534],
    ]);
    expect(read(snapshot)).toEqual(sink);
  });

  it("update [notes/samples/sample/depth-incremental]", () => {
    const { outcome, sink } = scan(update);
    expect(outcome).toBe(scanDone);
    expect(sink).toMatchObject({ kind: "update", seq: 188240, updatedAtMs: 1639124172771 });
    expect(Array.from(sink.counts)).toEqual([1, 1, 0, 1, 0, 0]);
    expect(levels(sink, DepthSection.askSet)).toEqual([[4774490, 110]]);
    expect(levels(sink, DepthSection.bidDelete)).toEqual([[4774130, 522]]);
    expect(read(update)).toEqual(sink);
  });
});

/** A message around a payload's keys. */
function message(keys: string, t = 1): string {
  return `{"topic":"4BTC_USDT_depth","t":${t},"d":{"pair":"4BTC_USDT","ut":5,"seq":7,${keys}}}`;
}

describe("numbers that no column can hold", () => {
  it.each([
    ["above 2^53", '"add":{"asks":[["9007199254740.992","2"]]}', 0, 3, [[2n, 9_007_199_254_740_992n]]],
    [
      "nine digits that do not fit the scale",
      '"add":{"asks":[["1","90071992547409.92"]]}',
      2,
      0,
      [[9_007_199_254_740_992n, 1n]],
    ],
    ["16 decimals", '"add":{"asks":[["0.0000000000000001","2"]]}', 0, 16, [[2n, 1n]]],
    [
      "a finer scale that the others do not fit",
      '"asks":[["1.0000001","2"],["9007199254.740","2"]]',
      0,
      7,
      [
        [2n, 10_000_001n],
        [2n, 90_071_992_547_400_000n],
      ],
    ],
  ])("%s are kept exactly, beside the columns", (_name, keys, priceScale, quantityScale, asks) => {
    expect(scan(message(keys)).outcome).not.toBe(scanDone);
    const sink = read(message(keys)) as DepthSink;
    expect(sink.exact).toMatchObject({ priceScale, quantityScale });
    expect(sink.exact?.sections[DepthSection.askSet]?.map(({ price, quantity }) => [price, quantity])).toEqual(asks);
    expect([sink.seq, sink.updatedAtMs, Array.from(sink.counts)]).toEqual([7, 5, [0, 0, 0, 0, 0, 0]]);
  });

  it("and a snapshot that fits at its own scales, though not at the channel's, asks for those", () => {
    const fine = tableOf("4BTC_USDT").findByText("4BTC_USDT_depth") as DepthChannel;
    fine.quantityScale = 15;
    const text = message('"asks":[["123456.5","2"]]', 0);
    const bytes = encodeUtf8(text);
    const decoded = decodePrefixMessage(bytes, 0, bytes.length);
    expect(decoded.kind === "data" && readDepth(decoded, fine, new DepthSink(4))).toEqual({
      kind: "coarser",
      priceScale: 0,
      quantityScale: 1,
    });
  });
});

describe("forms that the scanner knows, and the general path reads alike", () => {
  it.each([
    ["empty lists", message('"add":{"asks":[],"bids":[]},"del":{"asks":null}')],
    ["one side of a snapshot, and null", message('"asks":null', 0)],
    ["a snapshot that says incremental", message('"asks":[["1","2"]],"bids":[]', 1)],
    ["mod", message('"mod":{"bids":[["1.5","2"]],"asks":[["0","3"]]}')],
    ["another key order", message('"del":{"bids":[["1","2"]]},"add":{"asks":null}')],
    [
      "header keys at the end",
      '{"topic":"4BTC_USDT_depth","t":1,"d":{"add":{"asks":[["1","2"]]},"seq":7,"ut":5,"pair":"4BTC_USDT"}}',
    ],
    ["nine digits", message('"asks":[["999999999","9999999.99"]]')],
    ["fifteen digits", message('"asks":[["123456789012","1234567890123.45"]]')],
    ["leading zeros", message('"asks":[["007","0000000000000.10"]]')],
    ["zeros beyond the scale", message('"asks":[["1.5000000000","2.00000"]]')],
    ["2^53 - 1", message('"asks":[["9007199254740.991","90071992547409.91"]]')],
    [
      "large integers of a header",
      '{"topic":"4BTC_USDT_depth","t":12,"d":{"pair":"4BTC_USDT","ut":999999999999999,"seq":0,"asks":[]}}',
    ],
  ])("%s", (_name, text) => {
    const general = read(text);
    const { outcome, sink } = scan(text);
    expect(general).toBeInstanceOf(DepthSink);
    if (outcome === scanUnexpected) {
      expect(text).toContain("9007199254740");
    } else {
      expect(outcome).toBe(scanDone);
      expect(sink).toEqual(general);
    }
  });
});

describe("forms that only the general path reads", () => {
  it.each([
    ["white space", snapshot.replace(",", ", ")],
    ["an escape", snapshot.replace('"pair":"4', '"pair":"\\u0034')],
    ["an unknown key", message('"asks":[],"extra":{"deep":[1]}', 0)],
    ["null instead of sides", message('"add":null,"del":null')],
    ["an empty update", '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":5,"seq":7}}'],
    ["an integer as text", message('"asks":[]').replace("7", '"7"')],
    ["channel last", '{"t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"bids":[["1","2"]]},"topic":"4BTC_USDT_depth"}'],
  ])("%s", (_name, text) => {
    expect(scan(text).outcome).toBe(scanUnexpected);
    expect(read(text)).toBeInstanceOf(DepthSink);
  });
});

describe("messages that both refuse", () => {
  it.each([
    ["both kinds", message('"asks":[],"add":{"asks":[]}'), "message-shape"],
    [
      "neither kind in a full message",
      '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7}}',
      "message-shape",
    ],
    ["another pair", message('"asks":[]').replace('"pair":"4BTC', '"pair":"4ETH'), "pair-mismatch"],
    ["a longer pair", message('"asks":[]').replace('"pair":"4BTC_USDT"', '"pair":"4BTC_USDTX"'), "pair-mismatch"],
    ["no pair", '{"topic":"4BTC_USDT_depth","t":0,"d":{"ut":5,"seq":7,"asks":[]}}', "message-shape"],
    ["no seq", '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":5,"add":{"asks":[]}}}', "message-shape"],
    ["a fraction as seq", message('"asks":[]').replace("7", "7.5"), "message-shape"],
    ["a seq above 2^53", message('"asks":[]').replace("7", "9007199254740993"), "message-shape"],
    ["a negative quantity", message('"asks":[["-1","2"]]'), "negative-quantity"],
    ["a negative quantity to delete", message('"del":{"bids":[["1","2"],["-0.5","2"]]}'), "negative-quantity"],
    ["a negative price", message('"asks":[["1","-2"]]'), "message-shape"],
    ["an exponent", message('"asks":[["1e3","2"]]'), "number-malformed"],
    ["an empty number", message('"asks":[["","2"]]'), "number-malformed"],
    ["a point without decimals", message('"asks":[["1.","2"]]'), "number-malformed"],
    ["a point without a whole part", message('"asks":[[".5","2"]]'), "number-malformed"],
    ["two points", message('"asks":[["1.2.3","2"]]'), "number-malformed"],
    ["a row of three", message('"asks":[["1","2","3"]]'), "message-shape"],
    ["a row of one", message('"asks":[["1"]]'), "message-shape"],
    ["an object as row", message('"asks":[{"price":"1"}]'), "message-shape"],
    ["the same key twice", message('"asks":[],"asks":[]'), "json-duplicate-key"],
    ["the same side twice", message('"add":{"asks":[],"asks":[]}'), "json-duplicate-key"],
    ["too many levels", message(`"asks":[${Array.from({ length: 17 }, () => '["1","2"]').join()}]`), "too-many-levels"],
    ["a trailing comma", message('"asks":[["1","2"],]'), "json-syntax"],
    ["a leading zero in an integer", message('"asks":[]').replace("7", "07"), "json-syntax"],
    ["something after the end", `${snapshot}}`, "json-syntax"],
    ["no end", snapshot.slice(0, -1), "json-syntax"],
    ["an unknown channel", snapshot.replaceAll("4BTC", "4ETH"), "unknown-channel"],
    ["a payload that is no object", '{"topic":"4BTC_USDT_depth","t":0,"d":[]}', "message-shape"],
  ])("%s", (_name, text, code) => {
    expect(scan(text).outcome).not.toBe(scanDone);
    expect(read(text)).toBe(code);
  });

  it("names the path of what was wrong", () => {
    const bytes = encodeUtf8(message('"add":{"bids":[["1","2"],["x","2"]]}'));
    const channel = createDepthChannel("4BTC_USDT", scales, 0);
    const decoded = decodePrefixMessage(bytes, 0, bytes.length);
    expect(() => decoded.kind === "data" && readDepth(decoded, channel, new DepthSink(4))).toThrow(
      /d\.add\.bids\[1\]\[0\]/,
    );
  });
});

describe("finer decimals", () => {
  it("end the scan, and the general path tells the scales that are needed", () => {
    const text = message('"asks":[["1.5","47741.605"],["1.23456","1"]],"bids":[["1","2.5000"]]');
    expect(scan(text).outcome).toBe(scanFiner);
    expect(read(text)).toBe("finer 3 5");
  });

  it("are read once the channel has those scales", () => {
    const table = tableOf("4BTC_USDT");
    const channel = table.findByText("4BTC_USDT_depth") as DepthChannel;
    channel.priceScale = 3;
    const { outcome, sink } = scan(message('"asks":[["1.5","47741.605"]]'), table);
    expect(outcome).toBe(scanDone);
    expect(levels(sink, DepthSection.askSet)).toEqual([[47741605, 1500]]);
  });
});

describe("the table of channels", () => {
  it("finds each of many channels, and none that was removed", () => {
    const pairs = Array.from({ length: 300 }, (_, index) => `4C${index}_USDT`);
    const table = tableOf(...pairs);
    for (const pair of pairs) {
      const text = snapshot.replaceAll("4BTC_USDT", pair);
      expect(scan(text, table).found?.pair).toBe(pair);
    }
    expect(table.remove("4C7_USDT_depth")?.index).toBe(7);
    expect(table.remove("4C7_USDT_depth")).toBeUndefined();
    expect(scan(snapshot.replaceAll("4BTC_USDT", "4C7_USDT"), table).outcome).toBe(scanUnexpected);
    expect(scan(snapshot.replaceAll("4BTC_USDT", "4C8_USDT"), table).outcome).toBe(scanDone);
  });

  it("is never left by an empty table", () => {
    expect(scan(snapshot, new DepthChannelTable()).outcome).toBe(scanUnexpected);
  });

  it("refuses scales that it cannot hold", () => {
    expect(() => createDepthChannel("4BTC_USDT", { priceScale: 16, quantityScale: 0 }, 0)).toThrow(/priceScale/);
    expect(() => createDepthChannel("4BTC_USDT", { priceScale: 0, quantityScale: 1.5 }, 0)).toThrow(/quantityScale/);
  });
});
