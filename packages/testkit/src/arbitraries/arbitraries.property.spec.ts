import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalDecimal, compareByValue, readDecimal } from "../oracle/decimal-text.js";
import { OracleBook } from "../oracle/oracle-book.js";
import { damagedText } from "./damaged-text.js";
import { decimalText, malformedDecimalText, positiveDecimalText, respelledDecimal } from "./decimal.js";
import { type DepthSides, depthConversation, depthUniverse } from "./depth.js";
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

/** The same values at each run. */
function sampleOf<Value>(arbitrary: fc.Arbitrary<Value>, numRuns = 1_000): readonly Value[] {
  return fc.sample(arbitrary, { numRuns, seed: 11 });
}

/** What of the wanted is met by none of the texts. */
function unreached(texts: readonly string[], wanted: readonly RegExp[]): readonly RegExp[] {
  return wanted.filter((pattern) => !texts.some((text) => pattern.test(text)));
}

describe("decimal arbitraries reach", () => {
  test("every number of digits within their bounds, and none beyond", () => {
    const texts = sampleOf(decimalText(), 3_000);
    expect(texts.filter((text) => !/^(?:0|[1-9]\d{0,6})(?:\.\d{1,8})?$/.test(text))).toEqual([]);
    expect(unreached(texts, [/^\d{7}$/, /^\d\./, /\.\d{8}$/, /\.\d$/, /\.\d*0$/, /^0(?:\.0+)?$/])).toEqual([]);
    const digits = sampleOf(decimalText({ wholeDigits: 1, fractionDigits: 0 }));
    expect([...new Set(digits)].sort()).toEqual([..."0123456789"]);
    const tenths = sampleOf(decimalText({ wholeDigits: 1, fractionDigits: 1 }));
    expect(unreached(tenths, [/^\d$/, /^\d\.0$/, /^9\.9$/])).toEqual([]);
  });

  test("positive values, bounded too", () => {
    const texts = sampleOf(positiveDecimalText({ wholeDigits: 1, fractionDigits: 1 }));
    expect(texts.filter((text) => !/^\d(?:\.\d)?$/.test(text) || Number(text) === 0)).toEqual([]);
    expect(unreached(texts, [/^0\.[1-9]$/, /^[1-9]$/, /^[1-9]\.0$/])).toEqual([]);
  });

  test("up to three zeros more of a text, with the point that they need", () => {
    expect(new Set(sampleOf(respelledDecimal("12")))).toEqual(new Set(["12", "12.0", "12.00", "12.000"]));
    expect(new Set(sampleOf(respelledDecimal("1.5")))).toEqual(new Set(["1.5", "1.50", "1.500", "1.5000"]));
  });

  test("fifteen kinds of malformed texts", () => {
    const texts = sampleOf(malformedDecimalText());
    expect(new Set(texts).size).toBe(15);
    const kinds = [
      /^$/,
      /^\s/,
      /\s$/,
      /^\.\d/,
      /\d\.$/,
      /\..*\./,
      /^--/,
      /^-$/,
      /,/,
      /_/,
      /x/,
      /^NaN$/,
      /^Inf/,
      /^\P{ASCII}$/u,
    ];
    expect(unreached(texts, kinds)).toEqual([]);
  });
});

describe("pair arbitraries reach", () => {
  test("coins of two to six letters and digits, each of them", () => {
    const coins = sampleOf(usdtMarginedPair()).map((pair) => pair.slice(1, -"_USDT".length));
    expect(new Set(coins.map(({ length }) => length))).toEqual(new Set([2, 3, 4, 5, 6]));
    expect([...new Set(coins.join(""))].sort().join("")).toBe("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  });

  test("spot pairs in each money", () => {
    const monies = sampleOf(spotPair()).map((pair) => pair.split("_")[1]);
    expect(new Set(monies)).toEqual(new Set(["USDT", "BTC", "ETH", "DAI"]));
  });

  test("pairs of every family", () => {
    expect(unreached(sampleOf(anyPair()), [/^4\w+_USDT$/, /^5\w+_USD$/, /^[A-Z]\w*_DAI$/])).toEqual([]);
  });
});

describe("depth arbitraries", () => {
  const sidesOf = (sides: DepthSides | undefined) => [sides?.asks, sides?.bids] as const;
  const conversations = sampleOf(depthConversation("4BTC_USDT"), 400);
  const updates = conversations.flatMap(([, ...rest]) => rest);

  test("have asks above 100 and bids below, of three digits, one to twelve of each", () => {
    const universes = sampleOf(depthUniverse(), 2_000);
    const [asks, bids] = [universes.map(({ askPrices }) => askPrices), universes.map(({ bidPrices }) => bidPrices)];
    expect(asks.flat().filter((price) => !/^100\.\d{3}$/.test(price))).toEqual([]);
    expect(bids.flat().filter((price) => !/^99\.\d{3}$/.test(price))).toEqual([]);
    for (const prices of [asks, bids]) {
      const lengths = prices.map(({ length }) => length);
      expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 12]);
      expect(prices.every((list) => new Set(list).size === list.length)).toBe(true);
      expect(unreached(prices.flat(), [/\.00\d$/, /\.99\d$/])).toEqual([]);
    }
  });

  test("number their messages by one, a tenth of a second apart, from none to eight updates", () => {
    expect(new Set(conversations.map(({ length }) => length - 1))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    for (const [first, ...rest] of conversations) {
      expect([first.topic, first.t, first.d.pair]).toEqual(["4BTC_USDT_depth", 0, "4BTC_USDT"]);
      for (const [index, { topic, t, d }] of rest.entries()) {
        expect([topic, t, d.pair]).toEqual(["4BTC_USDT_depth", 1, "4BTC_USDT"]);
        expect([d.seq - first.d.seq, d.ut - first.d.ut]).toEqual([index + 1, 100 * (index + 1)]);
      }
    }
    expect(sampleOf(depthConversation("4BTC_USDT", 1), 100).every(({ length }) => length <= 2)).toBe(true);
  });

  test("a snapshot has both sides, of which one may be null, and no quantity of 0", () => {
    const sides = conversations.map(([{ d }]) => d);
    expect(sides.every((d) => "asks" in d && "bids" in d)).toBe(true);
    expect(sides.some(({ asks }) => asks === null) && sides.some(({ bids }) => bids === null)).toBe(true);
    const quantities = sides.flatMap((d) => sidesOf(d).flatMap((rows) => rows ?? [])).map(([quantity]) => quantity);
    expect(quantities.filter((quantity) => Number(quantity) === 0)).toEqual([]);
  });

  test("an update has add and del always, mod at times, and either side of each at times", () => {
    expect(updates.every(({ d }) => d.add !== undefined && d.del !== undefined)).toBe(true);
    expect(new Set(updates.map(({ d }) => d.mod !== undefined))).toEqual(new Set([true, false]));
    for (const list of ["add", "del", "mod"] as const) {
      const present = updates.flatMap(({ d }) => d[list] ?? []);
      for (const side of ["asks", "bids"] as const) {
        expect(new Set(present.map((sides) => side in sides)), `${list} ${side}`).toEqual(new Set([true, false]));
        expect(
          present.some((sides) => (sides[side]?.length ?? 0) > 1),
          `${list} ${side}`,
        ).toBe(true);
      }
    }
    const changed = updates.flatMap(({ d }) => sidesOf(d.mod).flatMap((rows) => rows ?? []));
    expect(changed.filter(([quantity]) => Number(quantity) === 0)).toEqual([]);
    const prices = updates.flatMap(({ d }) => [d.add, d.del, d.mod].flatMap((sides) => sides?.asks ?? []));
    expect(prices.filter(([, price]) => !/^100\.\d{3,6}$/.test(price))).toEqual([]);
  });
});

describe("damagedText", () => {
  const whole = "ABCDEFGHIJKLMNOP";
  /** At which place how much is gone and what is there instead. */
  const damages = sampleOf(damagedText(fc.constant(whole)), 3_000).map((text) => {
    let at = 0;
    while (at < text.length && text[at] === whole[at]) {
      at++;
    }
    let behind = 0;
    while (behind < Math.min(text.length, whole.length) - at && text.at(-1 - behind) === whole.at(-1 - behind)) {
      behind++;
    }
    return { at, removed: whole.length - at - behind, put: text.slice(at, text.length - behind) };
  });

  test("changes one place alone: up to three letters are gone, up to three are there instead", () => {
    expect(damages.filter(({ removed, put }) => removed > 3 || put.length > 3)).toEqual([]);
    expect(new Set(damages.map(({ removed, put }) => `${removed} ${put.length}`)).size).toBe(16);
  });

  test("at any place, the beginning and the end too, and at times none", () => {
    const places = new Set(damages.filter(({ put }) => put !== "").map(({ at }) => at));
    expect([...places].sort((left, right) => left - right)).toEqual(Array.from({ length: 17 }, (_, at) => at));
  });

  test("puts letters that JSON is made of, and some that break it", () => {
    const put = new Set(damages.flatMap((damage) => [...damage.put]));
    for (const letter of '{}[]",:\\0123456789.-+e= \n\u0000é') {
      expect(put.has(letter), JSON.stringify(letter)).toBe(true);
    }
  });
});
