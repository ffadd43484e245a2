import { expect, it } from "vitest";
import type { Ladder, LadderRow } from "../numbers/ladder.js";
import { recordingSurface, type Stroke } from "../spec-support/recording-context.js";
import { drawLadder, type LadderLook, rowAt, rowHeight, rowsThatFit } from "./draw-ladder.js";

function row(side: "ask" | "bid", price: string, of: Partial<LadderRow> = {}): LadderRow {
  return { side, price, quantity: "1234.5", own: undefined, depthShare: 0.5, share: 0.25, ...of };
}

const empty: Ladder = {
  asks: [],
  bids: [],
  spread: undefined,
  imbalance: undefined,
  ownBeyond: { above: 0, below: 0 },
};

const look: LadderLook = { priceScale: 1, quantityScale: 2, hovered: undefined, chosen: "" };

/** What is drawn of a ladder on a surface of 200 by 98 pixels, which has its middle from 36 to 62. */
function drawn(ladder: Partial<Ladder>, of: Partial<LadderLook> = {}): readonly Stroke[] {
  const { surface, strokes } = recordingSurface(200, 98);
  drawLadder(surface, { ...empty, ...ladder }, { ...look, ...of });
  return strokes;
}

const raised = { rect: [0, 38, 200, 22], fill: "raised", alpha: 1 };
const middle = { y: 49, font: "12px words", baseline: "middle" };
const noSpread = { ...middle, text: "one side is empty", x: 126, fill: "muted", align: "right" };
const nothingBeyond = { ...middle, text: "", x: 8, fill: "accent", align: "left" };

it("so many rows fit as there is room for beside the middle, and one always", () => {
  expect([0, 26, 61, 62, 97, 98, 1_000].map(rowsThatFit)).toEqual([1, 1, 1, 1, 1, 2, 27]);
  expect(rowHeight).toBe(18);
});

it("a row is found by its height: asks above the middle, bids below it, nothing in it", () => {
  const ladder = {
    ...empty,
    asks: [row("ask", "101"), row("ask", "102")],
    bids: [row("bid", "99"), row("bid", "98")],
  };
  const at = (y: number): string | undefined => rowAt(ladder, 98, y)?.price;
  expect([0, 17, 17.5, 18, 35].map(at)).toEqual(["102", "102", "102", "101", "101"]);
  expect(rowAt({ ...ladder, asks: [] }, 98, 20)).toBeUndefined();
  expect([36, 50, 61.5].map(at)).toEqual([undefined, undefined, undefined]);
  expect([62, 79, 80, 97, 98].map(at)).toEqual(["99", "99", "98", "98", undefined]);
});

it("an empty ladder says what is missing", () => {
  expect(drawn({})).toEqual([raised, noSpread, nothingBeyond]);
});

it("the middle says how wide the spread is, which side weighs more, and how many own orders are beyond", () => {
  const [, spread, share, beyond] = drawn({ spread: "1234.5", imbalance: 0.456, ownBeyond: { above: 2, below: 3 } });
  expect(spread).toEqual({ ...noSpread, text: "spread 1\u202f234.5" });
  expect(share).toEqual({ ...noSpread, text: "46 % bids", x: 192 });
  expect(beyond).toEqual({ ...nothingBeyond, text: "▲2 ▼3" });
  const beyondOf = (above: number, below: number): unknown => drawn({ ownBeyond: { above, below } }).at(-1);
  expect(beyondOf(1, 0)).toMatchObject({ text: "▲1 " });
  expect(beyondOf(0, 1)).toMatchObject({ text: "▼1" });
});

it("a row shows its price and quantity, how much stands up to it, and how large it is", () => {
  const text = { font: "12px figures", align: "right", baseline: "middle" };
  expect(drawn({ bids: [row("bid", "99")] }).slice(0, 4)).toEqual([
    { rect: [100, 63, 100, 16], fill: "buy-ground", alpha: 1 },
    { rect: [197, 63, 3, 4], fill: "buy", alpha: 0.5 },
    { ...text, text: "99.0", x: 126, y: 71.5, fill: "buy" },
    { ...text, text: "1\u202f234.50", x: 192, y: 71.5, fill: "text" },
  ]);
  expect(drawn({ asks: [row("ask", "101", { share: 0 })] }).slice(0, 4)).toEqual([
    { rect: [100, 19, 100, 16], fill: "sell-ground", alpha: 1 },
    { rect: [197, 19, 3, 1], fill: "sell", alpha: 0.5 },
    { ...text, text: "101.0", x: 126, y: 27.5, fill: "sell" },
    { ...text, text: "1\u202f234.50", x: 192, y: 27.5, fill: "text" },
  ]);
});

it("asks go up from the middle, bids down", () => {
  const heights = (strokes: readonly Stroke[]): readonly unknown[] =>
    strokes.flatMap((stroke) => ("text" in stroke && /^\d+\.0$/.test(stroke.text) ? [[stroke.text, stroke.y]] : []));
  const asks = [row("ask", "101"), row("ask", "102")];
  const bids = [row("bid", "99"), row("bid", "98")];
  expect(heights(drawn({ asks, bids }))).toEqual([
    ["101.0", 27.5],
    ["102.0", 9.5],
    ["99.0", 71.5],
    ["98.0", 89.5],
  ]);
});

it("the row under the pointer has another ground, and no other row", () => {
  const bids = [row("bid", "99"), row("bid", "98")];
  const hover = (strokes: readonly Stroke[]): readonly Stroke[] => strokes.filter(({ fill }) => fill === "hover");
  expect(hover(drawn({ bids }))).toEqual([]);
  const [, second] = bids;
  expect(hover(drawn({ bids }, { hovered: second }))).toEqual([{ rect: [0, 80, 200, 18], fill: "hover", alpha: 1 }]);
  expect(hover(drawn({ bids }, { hovered: row("ask", "98") }))).toEqual([]);
});

it("the price that the ticket has is marked, and no other", () => {
  const bids = [row("bid", "99"), row("bid", "98")];
  const marks = drawn({ bids }, { chosen: "98" }).filter((stroke) => "rect" in stroke && stroke.fill === "accent");
  expect(marks).toEqual([{ rect: [64, 84, 2, 10], fill: "accent", alpha: 1 }]);
});

it("own orders have a mark, an amount and heavier figures", () => {
  const strokes = drawn({ bids: [row("bid", "99", { own: "0.5" })] });
  expect(strokes.slice(2, 6)).toEqual([
    expect.objectContaining({ text: "99.0", font: "600 12px figures" }),
    expect.objectContaining({ text: "1\u202f234.50", font: "600 12px figures" }),
    {
      path: [
        [2, 66.5],
        [7, 71.5],
        [2, 76.5],
      ],
      fill: "accent",
    },
    {
      text: "0.5",
      x: 11,
      y: 71.5,
      fill: "accent",
      font: "600 12px figures",
      align: "left",
      baseline: "middle",
    },
  ]);
});
