import { describe, expect, test } from "vitest";
import { fillFromQuery } from "./account-records.js";
import { IdAgreement } from "./once-ledger.js";
import { OrderFills } from "./order-fills.js";
import { as, pushedFill, queriedFill, type VenueFill, type VenueOrder } from "./scripted-records.spec-kit.js";

const order: VenueOrder = {
  id: "1",
  pair: "4BTC_USDT",
  side: "open-long",
  quantity: 9,
  createdAtMs: 1,
  updatedAtMs: 1,
  status: "open",
  fills: [],
};

/** A fill of 2 at millisecond 5 unless told otherwise. */
const fill = (pushedId: string, queriedId: string, more: Partial<VenueFill> = {}): VenueFill => ({
  pushedId,
  queriedId,
  quantity: 2,
  price: 100,
  atMs: 5,
  ...more,
});
const pushed = (one: VenueFill) => pushedFill(order, one, "sized");
const sizeless = (one: VenueFill) => pushedFill(order, one, "sizeless");
const queried = (...all: readonly VenueFill[]) => all.map((one) => fillFromQuery(as("1"), queriedFill(order, one)));

describe("each fill is delivered once", () => {
  test("when it is pushed twice", () => {
    const fills = new OrderFills(new IdAgreement());
    expect(fills.push(pushed(fill("a", "a")))?.dealQuantity).toBe("2");
    expect(fills.push(pushed(fill("a", "a")))).toBeUndefined();
    expect([fills.count, fills.quantity]).toEqual([1, "2"]);
  });

  test("when it is pushed and then answered under another id and with other zeros", () => {
    const fills = new OrderFills(new IdAgreement());
    fills.push(pushed(fill("a", "x")));
    expect(fills.answer(queried(fill("a", "x")), "complete")).toEqual([]);
  });

  test("when it is answered and then pushed under another id", () => {
    const fills = new OrderFills(new IdAgreement());
    expect(fills.answer(queried(fill("a", "x")), "complete")).toHaveLength(1);
    expect(fills.push(pushed(fill("a", "x")))).toBeUndefined();
  });

  test("though two of one millisecond look alike, and one was not pushed", () => {
    const fills = new OrderFills(new IdAgreement());
    fills.push(pushed(fill("a", "x")));
    expect(fills.answer(queried(fill("b", "y"), fill("a", "x")), "complete")).toHaveLength(1);
    expect(fills.push(pushed(fill("b", "y")))).toBeUndefined();
    expect(fills.count).toBe(2);
  });

  test("by id, once the ids are known to agree: an answer that had only the lookalike hides nothing", () => {
    const agreement = new IdAgreement();
    const fills = new OrderFills(agreement);
    fills.push(pushed(fill("a", "a")));
    expect(fills.answer(queried(fill("b", "b")), "partial")).toEqual([]);
    expect(agreement.isProven).toBe(false);
    expect(fills.answer(queried(fill("a", "a"), fill("b", "b")), "complete").map(({ fillId }) => fillId)).toEqual([
      "b",
    ]);
    expect(agreement.isProven).toBe(true);
  });

  test("in order of time", () => {
    const fills = new OrderFills(new IdAgreement());
    const answer = queried(fill("c", "c", { atMs: 9 }), fill("b", "b", { atMs: 7 }), fill("a", "a", { atMs: 7 }));
    expect(fills.answer(answer, "complete").map(({ fillId }) => fillId)).toEqual(["a", "b", "c"]);
  });
});

describe("a fill that is pushed without a size", () => {
  test.each([
    ["one id", "a"],
    ["two ids", "x"],
  ])("waits for its size, with %s", (_, queriedId) => {
    const fills = new OrderFills(new IdAgreement());
    expect(fills.push(sizeless(fill("a", queriedId)))).toBeUndefined();
    expect([fills.count, fills.waiting]).toEqual([0, 1]);
    expect(fills.answer(queried(fill("a", queriedId)), "complete")).toHaveLength(1);
    expect([fills.count, fills.waiting]).toEqual([1, 0]);
    expect(fills.push(sizeless(fill("a", queriedId)))).toBeUndefined();
    expect(fills.waiting).toBe(0);
  });

  test("is known when the answer came before it", () => {
    const fills = new OrderFills(new IdAgreement());
    fills.answer(queried(fill("a", "x")), "complete");
    fills.push(sizeless(fill("a", "x")));
    expect(fills.waiting).toBe(0);
    expect(fills.isComplete("2.0", 1)).toBe(true);
  });

  test("waits on when the answer was older", () => {
    const fills = new OrderFills(new IdAgreement());
    fills.push(sizeless(fill("b", "y", { atMs: 8 })));
    fills.answer(queried(fill("a", "x")), "complete");
    expect(fills.waiting).toBe(1);
    expect(fills.isComplete("2", 1)).toBe(false);
  });
});

test("the ids of an answer are looked at before any of its fills: a lookalike in front is delivered", () => {
  const agreement = new IdAgreement();
  const fills = new OrderFills(agreement);
  fills.push(pushed(fill("b", "b")));
  expect(fills.answer(queried(fill("a", "a"), fill("b", "b")), "complete").map(({ fillId }) => fillId)).toEqual(["a"]);
});

test("a push under an id that an answer had proves that the ids agree, and two ids prove nothing", () => {
  const agreement = new IdAgreement();
  const fills = new OrderFills(agreement);
  fills.answer(queried(fill("a", "x")), "complete");
  fills.push(pushed(fill("a", "x")));
  expect(agreement.isProven).toBe(false);
  fills.answer(queried(fill("b", "b", { atMs: 6 })), "partial");
  fills.push(pushed(fill("b", "b", { atMs: 6 })));
  expect(agreement.isProven).toBe(true);
});

test("a fill that waits for its size under another face is among those of a complete answer, not of a partial one", () => {
  for (const [completeness, waiting] of [
    ["complete", 0],
    ["partial", 1],
  ] as const) {
    const fills = new OrderFills(new IdAgreement());
    fills.push(sizeless(fill("a", "x", { price: 101 })));
    fills.answer(queried(fill("a", "x")), completeness);
    expect([completeness, fills.waiting]).toEqual([completeness, waiting]);
  }
});

test("a fill that came without a size waits once, however often it comes, and no longer once it comes with one", () => {
  const fills = new OrderFills(new IdAgreement());
  fills.push(sizeless(fill("a", "a")));
  fills.push(sizeless(fill("a", "a")));
  fills.push(sizeless(fill("b", "b", { atMs: 6 })));
  expect(fills.waiting).toBe(2);
  expect(fills.push(pushed(fill("a", "a")))?.dealQuantity).toBe("2");
  expect(fills.waiting).toBe(1);
  fills.push(sizeless(fill("a", "a")));
  expect([fills.waiting, fills.quantity]).toEqual([1, "2"]);
});
