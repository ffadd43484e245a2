import { canonicalText, Exchange } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import { SnapshotMaker } from "./snapshot-maker.js";
import type { ToSnapshotThread } from "./snapshot-messages.js";
import { encodeNow } from "./snapshot-text.js";

const config = { seed: 1, markets: openHost(["4BTC_USDT"]).host.exchange.markets };
const at = Date.UTC(2026, 0, 1);

/** An exchange after ticks at these times. */
function exchangeAfter(...ticks: readonly number[]): Exchange {
  const exchange = new Exchange(config);
  for (const ms of ticks) {
    exchange.apply({ kind: "tick" }, at + ms);
  }
  return exchange;
}

/** What is written of a snapshot. */
function written(maker: SnapshotMaker): string {
  let text = "";
  for (let next = maker.take({ kind: "next" }); next.kind !== "end"; next = maker.take({ kind: "next" })) {
    text += next.kind === "text" ? next.text : "";
  }
  return text;
}

it("follows an exchange from its first command, and writes it down as often as it is told to", () => {
  const maker = new SnapshotMaker();
  expect(maker.take({ kind: "begin", config })).toEqual({ kind: "done" });
  const texts = [JSON.stringify([at, at + 100]), JSON.stringify([at + 200])];
  expect(maker.take({ kind: "commands", texts })).toEqual({ kind: "carried-out", commands: 3 });
  const wanted = encodeNow(exchangeAfter(0, 100, 200).state, []);
  const encoded = { kind: "encoded", ranges: wanted.ranges, length: wanted.text.length };
  expect(maker.take({ kind: "encode", recordsKept: [] })).toEqual(encoded);
  expect(written(maker)).toBe(wanted.text);
  expect(maker.take({ kind: "next" })).toEqual({ kind: "end" });
  expect(maker.take({ kind: "commands", texts: [`[${at + 300}]`] })).toEqual({ kind: "carried-out", commands: 1 });
  maker.take({ kind: "encode", recordsKept: [] });
  expect(written(maker)).toBe(encodeNow(exchangeAfter(0, 100, 200, 300).state, []).text);
});

it("goes on from a snapshot, whose text comes in parts", () => {
  const maker = new SnapshotMaker();
  maker.take({ kind: "begin", config });
  const { text, ranges } = encodeNow(exchangeAfter(0, 100).state, []);
  expect(maker.take({ kind: "state-part", text: text.slice(0, 50) })).toEqual({ kind: "done" });
  maker.take({ kind: "state-part", text: text.slice(50) });
  const needs = maker.take({ kind: "state-whole" });
  expect(needs).toMatchObject({ kind: "needs" });
  expect(needs.kind === "needs" ? needs.pages.length : 0).toBe(ranges.length);
  expect(maker.take({ kind: "state-pages", pages: [] })).toEqual({ kind: "done" });
  maker.take({ kind: "commands", texts: [`[${at + 200}]`] });
  maker.take({ kind: "encode", recordsKept: [] });
  expect(written(maker)).toBe(encodeNow(exchangeAfter(0, 100, 200).state, []).text);
});

it("needs no pages of a snapshot that the exchange went back to: it has them in its text", () => {
  const maker = new SnapshotMaker();
  maker.take({ kind: "begin", config });
  maker.take({ kind: "state-part", text: canonicalText(exchangeAfter(0).state) });
  const needs = maker.take({ kind: "state-whole" });
  expect(needs.kind === "needs" && needs.pages.every(({ from, to }) => from === to)).toBe(true);
});

it("has nothing to write before it is told to, and refuses what nobody may ask", () => {
  const maker = new SnapshotMaker();
  expect(maker.take({ kind: "next" })).toEqual({ kind: "end" });
  expect(() => maker.take({ kind: "commands", texts: ["[]"] })).toThrow("nobody has said which exchange begins");
  expect(() => maker.take({ kind: "other" } as unknown as ToSnapshotThread)).toThrow("an unknown message");
  maker.take({ kind: "begin", config });
  expect(() => maker.take({ kind: "commands", texts: ['[{"backTo":0}]'] })).toThrow(
    "the exchange went back: its snapshot is the beginning",
  );
});
