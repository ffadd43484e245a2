import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../bytes/utf8.js";
import type { ChannelData } from "../channel-protocol/message.js";
import { decodeChannelMessage } from "../channel-protocol/message.js";
import { defaultFrameLimits } from "../prefix-protocol/frame.js";
import { decodePrefixMessage, type PrefixData } from "../prefix-protocol/message.js";
import { failure } from "../record/failure.spec-kit.js";
import { createDepthChannel, type DepthScales, maxDepthScale } from "./depth-channel.js";
import { absentNumber, DepthSection, DepthSink } from "./depth-sink.js";
import { readChannelDepth, readDepth } from "./read-depth.js";

type Rows = readonly (readonly [quantity: string, price: string])[];
interface Sides {
  readonly asks?: Rows | null;
  readonly bids?: Rows | null;
}
interface Payload extends Sides {
  readonly pair?: string;
  readonly seq?: number;
  readonly add?: Sides;
  readonly del?: Sides;
  readonly mod?: Sides;
}

const noInflate = { output: new Uint8Array(0), inflate: () => 0 };
const capacity = 4;

/** The same payload by both protocols. */
const protocols = {
  A: {
    within: "d",
    read(payload: Payload, isIncremental: boolean, scales: DepthScales) {
      const sink = new DepthSink(capacity);
      const content = JSON.stringify({ pair: "4BTC_USDT", ut: 5, seq: 7, ...payload });
      const bytes = encodeUtf8(`{"topic":"4BTC_USDT_depth","t":${Number(isIncremental)},"d":${content}}`);
      const message = decodePrefixMessage(bytes, 0, bytes.length) as PrefixData;
      return { outcome: readDepth(message, createDepthChannel("4BTC_USDT", scales, 0), sink), sink };
    },
  },
  B: {
    within: "data",
    read(payload: Payload, isIncremental: boolean, scales: DepthScales) {
      const sink = new DepthSink(capacity);
      const content = JSON.stringify({ pair: "4BTC_USDT", update_time: 5, seq: 7, ...payload }, (_, value) =>
        Array.isArray(value) && typeof value[0] === "string" ? { volume: value[0], price: value[1] } : value,
      );
      const text = `[{"channel":"svc_sub_spot_4BTC_USDT_depth","binary":0,"data_type":${Number(isIncremental)},"data":${content}}]`;
      const [message] = decodeChannelMessage(encodeUtf8(text), noInflate, defaultFrameLimits);
      return {
        outcome: readChannelDepth(message as ChannelData, createDepthChannel("4BTC_USDT", scales, 0), sink),
        sink,
      };
    },
  },
};

const scales = { priceScale: 1, quantityScale: 1 };
const rowsOf = ({ counts, prices, quantities }: DepthSink, section: number) =>
  Array.from({ length: counts[section] ?? 0 }, (_, row) => [
    prices[section * capacity + row],
    quantities[section * capacity + row],
  ]);

describe.each(Object.entries(protocols))("a depth message of protocol %s", (_, { within, read }) => {
  it("fills the section of each list, and says what it is", () => {
    const { outcome, sink } = read({ asks: [["1", "101.5"]], bids: [["2.5", "99"]] }, false, scales);
    expect(outcome).toEqual({ kind: "done" });
    expect([sink.kind, sink.seq, sink.updatedAtMs, sink.exact]).toEqual(["snapshot", 7, 5, undefined]);
    expect([rowsOf(sink, DepthSection.askSet), rowsOf(sink, DepthSection.bidSet)]).toEqual([[[1015, 10]], [[990, 25]]]);
    const row = (price: string): Rows => [["1", price]];
    const update = {
      add: { asks: row("101"), bids: row("99") },
      del: { asks: row("102"), bids: row("98") },
      mod: { asks: row("103"), bids: null },
    };
    const changes = read(update, true, scales).sink;
    expect(changes.kind).toBe("update");
    const { askSet, bidSet, askDelete, bidDelete, askModify, bidModify } = DepthSection;
    const sections = [askSet, bidSet, askDelete, bidDelete, askModify, bidModify];
    expect(sections.map((section) => rowsOf(changes, section)[0]?.[0])).toEqual([
      1010,
      990,
      1020,
      980,
      1030,
      undefined,
    ]);
  });

  it("is read again at finer scales, where a number is finer in either way", () => {
    const finer = (asks: Rows) => read({ asks, bids: null }, false, scales).outcome;
    expect(finer([["1", "101.55"]])).toEqual({ kind: "finer", priceScale: 2, quantityScale: 1 });
    expect(finer([["1.555", "101"]])).toEqual({ kind: "finer", priceScale: 1, quantityScale: 3 });
  });

  it("is read again at its own scales, where it is a snapshot that fits columns at those alone", () => {
    const wide = { priceScale: 15, quantityScale: 1 };
    const { outcome } = read({ asks: [["1.25", "101.5"]] }, false, wide);
    expect(outcome).toEqual({ kind: "coarser", priceScale: 1, quantityScale: 2 });
  });

  it("is held in bigints where columns cannot hold it: an update at once, a snapshot at no scale", () => {
    const wide = { priceScale: 15, quantityScale: 1 };
    const update = read({ add: { asks: [["1", "101.5"]] }, del: { bids: [["2", "99"]] } }, true, wide);
    expect(update.outcome).toEqual({ kind: "done" });
    expect(Array.from(update.sink.counts)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(update.sink.exact).toEqual({
      priceScale: 1,
      quantityScale: 0,
      sections: [[{ price: 1015n, quantity: 1n }], [], [], [{ price: 990n, quantity: 2n }], [], []],
    });
    for (const [quantity, price] of [
      ["9007199254740992", "1"],
      ["1", "9007199254740992"],
    ] as const) {
      const large = read({ asks: [[quantity, price]], seq: 8 }, false, { priceScale: 0, quantityScale: 0 });
      expect([large.outcome.kind, large.sink.kind, large.sink.seq]).toEqual(["done", "snapshot", 8]);
      expect(large.sink.exact?.sections[0]).toEqual([{ price: BigInt(price), quantity: BigInt(quantity) }]);
    }
    const largest = read({ asks: [["9007199254740991", "1"]] }, false, { priceScale: 0, quantityScale: 0 });
    expect(largest.sink.exact).toBeUndefined();
  });

  it(`fits columns up to ${maxDepthScale} decimals`, () => {
    const tiny = (decimals: number) => `0.${"1".padStart(decimals, "0")}`;
    for (const isPrice of [true, false]) {
      const row = (decimals: number) => (isPrice ? ["1", tiny(decimals)] : [tiny(decimals), "1"]) as [string, string];
      expect(read({ asks: [row(15)] }, false, scales).outcome.kind).toBe("finer");
      const { outcome, sink } = read({ asks: [row(16)] }, false, scales);
      expect([outcome.kind, sink.exact?.sections[0]?.length]).toEqual(["done", 1]);
    }
  });

  it.each([
    ["of another pair", { pair: "4ETH_USDT", asks: [] }, { code: "pair-mismatch", pair: "4ETH_USDT" }],
    ["with a quantity below 0", { asks: [["-1", "5"]] }, { code: "negative-quantity", path: "asks[0]" }],
    ["with a price below 0", { bids: [["1", "-5"]] }, { code: "message-shape", path: "bids[0]" }],
    ["with a price below 0 in del", { del: { bids: [["1", "-5"]] } }, { code: "message-shape", path: "del.bids[0]" }],
    [
      "with too many levels",
      { mod: { asks: Array.from({ length: 5 }, () => ["1", "5"]) } },
      { limit: 4, path: "mod.asks" },
    ],
    ["with what is no row", { asks: [["x", "1"]] }, { code: "number-malformed" }],
  ] as [string, Payload, Record<string, string | number> & { path?: string }][])(
    "%s is refused, with its place",
    (__, payload, { path, ...details }) => {
      const isIncremental = payload.asks === undefined && payload.bids === undefined;
      const refusal = failure(() => read(payload, isIncremental, scales)) as { path?: string; expected?: string };
      expect(refusal).toMatchObject(path === undefined ? details : { ...details, path: `${within}.${path}` });
      expect(refusal.path ?? within).toMatch(new RegExp(`^${within}\\b`));
      expect(refusal.expected ?? "words").toMatch(/\w/);
    },
  );

  it("without levels and without changes is refused unless it says that it is incremental", () => {
    expect(failure(() => read({}, false, scales))).toMatchObject({ code: "message-shape", path: within });
    expect(read({}, true, scales).sink.kind).toBe("update");
    for (const key of ["add", "del", "mod"] as const) {
      expect(read({ [key]: {} }, false, scales).sink.kind).toBe("update");
    }
  });

  it("may be without seq only where its protocol allows it", () => {
    const run = () => read({ seq: undefined, asks: [] } as unknown as Payload, false, scales).sink.seq;
    expect(within === "data" ? run() : failure(run)).toEqual(
      within === "data" ? absentNumber : expect.objectContaining({ path: "d.seq" }),
    );
  });
});

it("a sink forgets the message before", () => {
  const sink = new DepthSink(capacity);
  Object.assign(sink, { kind: "snapshot", seq: 5, updatedAtMs: 6, exact: { ...scales, sections: [] } });
  sink.counts.fill(2);
  sink.clear();
  expect(sink).toMatchObject({ kind: "update", seq: absentNumber, updatedAtMs: absentNumber, exact: undefined });
  expect(Array.from(sink.counts)).toEqual([0, 0, 0, 0, 0, 0]);
});

it("a channel takes scales from 0 to 15, and names the one that it refuses", () => {
  expect(createDepthChannel("4BTC_USDT", { priceScale: 0, quantityScale: 15 }, 3)).toMatchObject({
    text: "4BTC_USDT_depth",
    pair: "4BTC_USDT",
    priceScale: 0,
    quantityScale: 15,
    index: 3,
  });
  for (const scale of [-1, 16, 0.5]) {
    for (const option of ["priceScale", "quantityScale"]) {
      const run = () => createDepthChannel("4BTC_USDT", { ...scales, [option]: scale }, 0);
      expect(failure(run)).toMatchObject({ code: "option-invalid", option, rule: expect.stringContaining("15") });
    }
  }
});
