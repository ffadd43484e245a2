import { expect, test } from "vitest";
import { IdAgreement, OnceLedger } from "./once-ledger.js";

test.each(["push", "query"] as const)(
  "an id that both sides told proves that ids agree, whichever told it first: %s",
  (first) => {
    const agreement = new IdAgreement();
    const ledger = new OnceLedger(agreement);
    expect(ledger.admit(first, "a", "x")).toBe(true);
    expect(ledger.admit(first, "a", "x")).toBe(false);
    expect(agreement.isProven).toBe(false);
    expect(ledger.admit(first === "push" ? "query" : "push", "a", "x")).toBe(false);
    expect(agreement.isProven).toBe(true);
  },
);

test("of what looks alike as many are let through as the side told that told more", () => {
  const ledger = new OnceLedger(new IdAgreement());
  const admitted = [
    ledger.admit("push", "a", "x"),
    ledger.admit("query", "1", "x"),
    ledger.admit("query", "2", "x"),
    ledger.admit("push", "b", "x"),
    ledger.admit("push", "c", "x"),
    ledger.admit("push", "c", "y"),
  ];
  expect(admitted).toEqual([true, false, true, false, true, false]);
});

test("what was delivered from an answer awaits its push, and nothing else does", () => {
  const ledger = new OnceLedger(new IdAgreement());
  expect(ledger.awaitsPush("x")).toBe(false);
  ledger.admit("query", "1", "x");
  expect(ledger.awaitsPush("x")).toBe(true);
  expect(ledger.isKnown("1")).toBe(true);
  ledger.admit("push", "a", "x");
  expect([ledger.awaitsPush("x"), ledger.isKnown("a"), ledger.isKnown("b")]).toEqual([false, true, false]);
});

test("once ids agree, each id is let through once, however alike they look", () => {
  const agreement = new IdAgreement();
  agreement.prove();
  const ledger = new OnceLedger(agreement);
  const told = ["a", "b", "a"] as const;
  expect(told.map((id) => ledger.admit("push", id, "x"))).toEqual([true, true, false]);
  expect(told.map((id) => ledger.admit("query", id, "x"))).toEqual([false, false, false]);
  expect(ledger.admit("query", "c", "x")).toBe(true);
});
