import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bestText } from "../venue/best-levels.js";
import { clockText, grouped } from "./figures.js";
import { followTheme, setTheme, theme } from "./theme.js";
import { direction, draftedOrder, draftedSide, intent, price, quantity, type } from "./ticket-draft.js";
import { TruthKeeper } from "./truth.js";

describe("figures", () => {
  it.each([
    ["1", 0, "1"],
    ["999", 0, "999"],
    ["1000", 0, "1\u2009000"],
    ["12345678", 2, "12\u2009345\u2009678.00"],
    ["60000.5", 1, "60\u2009000.5"],
    ["0.1234567", 2, "0.1234567"],
    ["", 1, ".0"],
  ])("%s with %i decimals is shown as %s", (text, scale, shown) => {
    expect(grouped(text, scale)).toBe(shown);
  });

  it("a time of the day has tenths of a second", () => {
    expect(clockText(new Date(2026, 0, 1, 8, 2, 1, 399).getTime())).toBe("08:02:01.3");
    expect(clockText(new Date(2026, 0, 1, 18, 12, 11, 0).getTime())).toBe("18:12:11.0");
  });
});

describe("the draft of a ticket", () => {
  beforeEach(() => {
    [direction.value, intent.value, type.value, price.value, quantity.value] = ["buy", "open", "limit", "", ""];
  });

  it.each([
    ["buy", "open", "open-long"],
    ["buy", "close", "close-short"],
    ["sell", "open", "open-short"],
    ["sell", "close", "close-long"],
  ] as const)("to %s and %s does %s", (does, means, side) => {
    [direction.value, intent.value] = [does, means];
    expect(draftedSide()).toBe(side);
  });

  it("is an order once nothing is missing, without the blanks around it", () => {
    expect(draftedOrder()).toBeUndefined();
    quantity.value = " 2 ";
    price.value = "  ";
    expect(draftedOrder()).toBeUndefined();
    price.value = " 100.5 ";
    expect(draftedOrder()).toEqual({ side: "open-long", type: "limit", price: "100.5", quantity: "2" });
    quantity.value = " ";
    expect(draftedOrder()).toBeUndefined();
  });

  it("needs no price at the market", () => {
    [type.value, quantity.value] = ["market", "1"];
    expect(draftedOrder()).toEqual({ side: "open-long", type: "market", price: "", quantity: "1" });
  });
});

describe("the theme", () => {
  const dataset: Record<string, string> = {};
  const query = Object.assign(new EventTarget(), { matches: true });

  beforeEach(() => {
    vi.stubGlobal("document", { documentElement: { dataset } });
    vi.stubGlobal("matchMedia", (asked: string) => (asked === "(prefers-color-scheme: light)" ? query : undefined));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is the system's, also as that changes, until somebody chooses", () => {
    followTheme();
    expect([theme.value, dataset["theme"]]).toEqual(["light", "light"]);
    query.matches = false;
    query.dispatchEvent(new Event("change"));
    expect([theme.value, dataset["theme"]]).toEqual(["dark", "dark"]);
    setTheme("light");
    expect([theme.value, dataset["theme"]]).toEqual(["light", "light"]);
  });
});

it("the best ten levels of a side are one text, which tells books apart", () => {
  const levels = (count: number, quantity = "1") =>
    Array.from({ length: count }, (_, at) => ({ price: String(100 + at), quantity }));
  expect(bestText(levels(2), levels(1, "3"))).toBe("1@100 1@101|3@100");
  expect(bestText(levels(11), [])).toBe(bestText(levels(10), []));
  expect(bestText(levels(10), [])).not.toBe(bestText(levels(9), []));
  expect(bestText([], levels(1))).not.toBe(bestText(levels(1), []));
});

it("what the exchange published is remembered for two hundred states", () => {
  const truth = new TruthKeeper();
  for (let seq = 1; seq <= 201; seq++) {
    truth.published(seq, "|");
  }
  const compared = (seq: number) =>
    truth.compare({ status: "live", reason: "", epoch: 1, seq, updatedAtMs: 0, asks: [], bids: [] }).compared;
  expect([compared(1), compared(2), compared(201)]).toEqual([0, 1, 2]);
});
