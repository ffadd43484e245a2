import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalDecimal, compareByValue, readDecimal } from "../oracle/decimal-text.js";
import { OracleBook } from "../oracle/oracle-book.js";
import { decimalText, malformedDecimalText, positiveDecimalText, respelledDecimal } from "./decimal.js";
import { depthConversation } from "./depth.js";
import { anyPair, coinMarginedPair, spotPair, usdtMarginedPair } from "./pair.js";

describe("decimal arbitraries", () => {
  test("give texts of the grammar", () =>
    fc.assert(
      fc.property(decimalText(), (text) => {
        expect(readDecimal(text)).toBeDefined();
      }),
    ));

  test("give positive values", () =>
    fc.assert(
      fc.property(positiveDecimalText(), (text) => {
        expect(readDecimal(text)?.digits).toBeGreaterThan(0n);
      }),
    ));

  test("respelled texts have one canonical form and equal value", () =>
    fc.assert(
      fc.property(
        decimalText().chain((text) => fc.tuple(fc.constant(text), respelledDecimal(text))),
        ([text, respelled]) => {
          const [left, right] = [readDecimal(text), readDecimal(respelled)];
          expect(left && right && compareByValue(left, right)).toBe(0);
          expect(right && canonicalDecimal(right)).toBe(left && canonicalDecimal(left));
        },
      ),
    ));

  test("malformed texts are none", () =>
    fc.assert(
      fc.property(malformedDecimalText(), (text) => {
        expect(readDecimal(text)).toBeUndefined();
      }),
    ));
});

describe("pair arbitraries", () => {
  test("have the shapes of the documents", () =>
    fc.assert(
      fc.property(usdtMarginedPair(), coinMarginedPair(), spotPair(), anyPair(), (...pairs) => {
        const [usdt, coin, spot, any] = pairs;
        expect(usdt).toMatch(/^4[A-Z0-9]+_USDT$/);
        expect(coin).toMatch(/^5[A-Z0-9]+_USD$/);
        expect(spot).toMatch(/^[A-Z][A-Z0-9]*_[A-Z]+$/);
        expect(any).toMatch(/^[A-Z0-9]+_[A-Z]+$/);
      }),
    ));
});

describe("depthConversation", () => {
  test("is a healthy one: every message applies and no book is crossed", () =>
    fc.assert(
      fc.property(
        usdtMarginedPair().chain((pair) => fc.tuple(fc.constant(pair), depthConversation(pair))),
        ([pair, messages]) => {
          const book = new OracleBook(pair);
          const outcomes = messages.map((message) => book.apply(JSON.stringify(message)));
          expect(outcomes).toEqual(["snapshot", ...messages.slice(1).map(() => "update")]);
          expect(book.crossed).toBe(false);
        },
      ),
    ));

  test("reaches what it is for: respelled prices, removals by 0 and by del, null sides", () => {
    const texts = fc.sample(depthConversation("4BTC_USDT"), 200).map((messages) => JSON.stringify(messages));
    for (const pattern of [/"\d+\.\d{3}0+"\]/, /\["0(\.0+)?",/, /"del":\{"asks":\[\[/, /null/, /"mod":\{"bids":\[\[/]) {
      expect(
        texts.some((text) => pattern.test(text)),
        String(pattern),
      ).toBe(true);
    }
  });
});
