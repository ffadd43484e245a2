import { test } from "@fast-check/vitest";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { canonicalDecimal, compareByValue, readDecimal } from "../oracle/decimal-text.js";
import { OracleBook } from "../oracle/oracle-book.js";
import { decimalText, malformedDecimalText, positiveDecimalText, respelledDecimal } from "./decimal.js";
import { depthConversation } from "./depth.js";
import { anyPair, coinMarginedPair, spotPair, usdtMarginedPair } from "./pair.js";

describe("decimal arbitraries", () => {
  test.prop([decimalText()])("give texts of the grammar", (text) => {
    expect(readDecimal(text)).toBeDefined();
  });

  test.prop([positiveDecimalText()])("give positive values", (text) => {
    expect(readDecimal(text)?.digits).toBeGreaterThan(0n);
  });

  test.prop([decimalText().chain((text) => fc.tuple(fc.constant(text), respelledDecimal(text)))])(
    "respelled texts have one canonical form and equal value",
    ([text, respelled]) => {
      const [left, right] = [readDecimal(text), readDecimal(respelled)];
      expect(left && right && compareByValue(left, right)).toBe(0);
      expect(right && canonicalDecimal(right)).toBe(left && canonicalDecimal(left));
    },
  );

  test.prop([malformedDecimalText()])("malformed texts are none", (text) => {
    expect(readDecimal(text)).toBeUndefined();
  });
});

describe("pair arbitraries", () => {
  test.prop([usdtMarginedPair(), coinMarginedPair(), spotPair(), anyPair()])(
    "have the shapes of the documents",
    (...pairs) => {
      const [usdt, coin, spot, any] = pairs;
      expect(usdt).toMatch(/^4[A-Z0-9]+_USDT$/);
      expect(coin).toMatch(/^5[A-Z0-9]+_USD$/);
      expect(spot).toMatch(/^[A-Z][A-Z0-9]*_[A-Z]+$/);
      expect(any).toMatch(/^[A-Z0-9]+_[A-Z]+$/);
    },
  );
});

describe("depthConversation", () => {
  test.prop([usdtMarginedPair().chain((pair) => fc.tuple(fc.constant(pair), depthConversation(pair)))])(
    "is a healthy one: every message applies and no book is crossed",
    ([pair, messages]) => {
      const book = new OracleBook(pair);
      const outcomes = messages.map((message) => book.apply(JSON.stringify(message)));
      expect(outcomes).toEqual(["snapshot", ...messages.slice(1).map(() => "update")]);
      expect(book.crossed).toBe(false);
    },
  );

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
