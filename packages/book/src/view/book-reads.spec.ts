import { describe, expect, it } from "vitest";
import { viewOf } from "../spec-kit/view.spec-kit.js";

const view = viewOf(
  [
    ["100.50", "1.5"],
    ["101", "2"],
    ["103.25", "0.125"],
  ],
  [
    ["99.5", "4"],
    ["98", "1"],
  ],
);
const empty = viewOf([], []);

describe("a level at a price", () => {
  it("is found by value, whatever its decimals", () => {
    for (const price of ["100.5", "100.500", { scaled: 1005n, scale: 1 }]) {
      expect(view.asks.levelAt(price)).toEqual({ price: "100.5", quantity: "1.5" });
    }
    expect(view.bids.levelAt("98")).toEqual({ price: "98", quantity: "1" });
  });

  it.each(["100", "100.501", "104", "99.5", "-100.5"])("is absent at %s", (price) => {
    expect(view.asks.levelAt(price)).toBeUndefined();
  });

  it.each(["", "1e2", "x"])("is refused for %j", (price) => {
    expect(() => view.asks.levelAt(price)).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });
});

describe("a side of a view as a list", () => {
  it("has a length, is walked best first, and counts from either end", () => {
    expect([...view.asks].map(({ price }) => price)).toEqual(["100.5", "101", "103.25"]);
    expect(view.asks).toHaveLength(3);
    expect([0, 2, -1, -3].map((index) => view.asks.at(index))).toEqual(
      [0, 2, -1, -3].map((index) => [...view.asks].at(index)),
    );
    expect(view.bids.at(0)).toEqual({ price: "99.5", quantity: "4" });
  });

  it.each([3, -4, 0.5, Number.NaN])("has nothing at %d", (index) => {
    expect(view.asks.at(index)).toBeUndefined();
  });

  it("has nothing at either end where it is empty", () => {
    expect([empty.bids.at(0), empty.bids.at(-1), [...empty.bids].length]).toEqual([undefined, undefined, 0]);
  });
});

describe("depth to a price", () => {
  it.each([
    ["asks", "100.49", 0, "0", "0"],
    ["asks", "100.5", 1, "1.5", "150.75"],
    ["asks", "102", 2, "3.5", "352.75"],
    ["asks", "1000", 3, "3.625", "365.65625"],
    ["bids", "99.51", 0, "0", "0"],
    ["bids", "99.5", 1, "4", "398"],
    ["bids", "0", 2, "5", "496"],
  ] as const)("of %s at %s has %i levels", (side, price, levels, quantity, notional) => {
    const depth = view[side].depthTo(price);
    expect([depth.levels, depth.quantity.text, depth.notional.text]).toEqual([levels, quantity, notional]);
  });

  it("is text, an integer with its scale, or a number: as the reader chooses", () => {
    const { notional } = view.asks.depthTo("101");
    expect([notional.text, `${notional}`, JSON.stringify(notional)]).toEqual(["352.75", "352.75", '"352.75"']);
    expect([notional.scaled, notional.scale, notional.toNumber()]).toEqual([35_275_000n, 5, 352.75]);
  });
});

describe("the cost of a quantity", () => {
  it("goes through the levels from the best on", () => {
    const cost = view.asks.costOf("2.5");
    expect(cost).toMatchObject({ complete: true, levels: 2, worstPrice: "101" });
    expect([cost.quantity.text, cost.notional.text]).toEqual(["2.5", "251.75"]);
    expect(cost.averagePrice?.toText(4, "half-even")).toBe("100.7000");
  });

  it("has an average price that is rounded only by name", () => {
    const average = view.bids.costOf("4.5").averagePrice;
    // 447 / 4.5 = 99.333…
    expect(average?.toText(2, "toward-zero")).toBe("99.33");
    expect(average?.toText(2, "away-from-zero")).toBe("99.34");
    expect(average?.toText(2, "half-even")).toBe("99.33");
    expect(average?.toNumber()).toBeCloseTo(99.333_333_333_333, 12);
  });

  it("takes quantities that are finer than the book's", () => {
    const cost = view.asks.costOf("0.00001");
    expect([cost.quantity.text, cost.notional.text, cost.levels]).toEqual(["0.00001", "0.001005", 1]);
  });

  it("says when the side has less", () => {
    const cost = view.asks.costOf("5");
    expect(cost).toMatchObject({ complete: false, levels: 3, worstPrice: "103.25" });
    expect(cost.quantity.text).toBe("3.625");
  });

  it("of nothing is nothing, without a price", () => {
    const nothing = { complete: true, levels: 0, averagePrice: undefined, worstPrice: undefined };
    expect(view.asks.costOf("0")).toMatchObject(nothing);
    expect(empty.asks.costOf("1")).toMatchObject({ ...nothing, complete: false });
  });

  it("is refused for less than nothing", () => {
    expect(() => view.asks.costOf("-1")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });
});

describe("a whole book", () => {
  it("has spread, mid and imbalance", () => {
    expect([view.spread?.text, view.mid?.text]).toEqual(["1", "100"]);
    expect(viewOf([["100.01", "1"]], [["100", "1"]]).mid?.text).toBe("100.005");
    // (5 - 3.625) / 8.625
    expect(view.imbalance()?.toText(6, "toward-zero")).toBe("0.159420");
    // (4 - 1.5) / 5.5
    expect(view.imbalance(1)?.toText(6, "half-even")).toBe("0.454545");
    expect(view.imbalance(1)?.toNumber()).toBeCloseTo(2.5 / 5.5, 15);
  });

  it("without a side has neither spread nor mid", () => {
    const asksOnly = viewOf([["100", "1"]], []);
    expect([asksOnly.spread, asksOnly.mid]).toEqual([undefined, undefined]);
    expect(asksOnly.imbalance()?.toText(1, "half-even")).toBe("-1.0");
    expect(empty.imbalance()).toBeUndefined();
  });

  it("of fewer levels reads those", () => {
    expect(view.top(1).asks.depthTo("1000").levels).toBe(1);
    expect(view.asks.levels(2).map(({ price }) => price)).toEqual(["100.5", "101"]);
  });
});
