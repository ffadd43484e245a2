import { describe, expect, expectTypeOf, it } from "vitest";
import { type VenueCode, venueCodes } from "./venue-codes.js";

const entries = Object.entries(venueCodes).map(([code, entry]) => ({ code: Number(code), ...entry }));

describe("venueCodes", () => {
  it("has the 34 rows of the table, each with its published text", () => {
    const table = entries.filter(({ source }) => source === "error-table");
    expect(table).toHaveLength(34);
    expect(table.filter(({ publishedText }) => publishedText === undefined)).toEqual([]);
  });

  it("has the six codes that only deployments and samples show", () => {
    const others = entries.filter(({ source }) => source !== "error-table").map(({ code }) => code);
    expect(others).toEqual([2011, 2015, 2021, 2027, 2131, 3103]);
  });

  it("marks exactly the four published texts that stand one row off [d1/errors/sentence/2]", () => {
    const shifted = entries.filter(({ errata }) => errata !== undefined);
    expect(shifted.map(({ code, errata }) => [code, errata?.textBelongsTo])).toEqual([
      [3011, 3017],
      [3012, 3011],
      [3016, 3012],
      [3017, 3016],
    ]);
  });

  it("names, for a shifted text, the code whose meaning it states", () => {
    for (const { publishedText, errata } of entries) {
      if (errata === undefined) {
        continue;
      }
      const owner = entries.find(({ code }) => code === errata.textBelongsTo);
      expect(words(publishedText ?? "")).toEqual(expect.arrayContaining(words(owner?.meaning ?? "").slice(-1)));
    }
  });

  it("calls ambiguous only what may have been carried out", () => {
    expect(entries.filter(({ ambiguous }) => ambiguous).map(({ code }) => code)).toEqual([4000, 4003]);
  });

  it("calls retryable only what time alone can mend", () => {
    expect(entries.filter(({ retryable }) => retryable).map(({ code }) => code)).toEqual([2091, 3010, 4000, 4003]);
  });

  it("lets copies of one request be refused alike only where the request and its key alone are at fault", () => {
    const ofRequestAlone = entries.filter(({ refusesEveryCopy }) => refusesEveryCopy === true).map(({ code }) => code);
    expect(ofRequestAlone).toEqual([2067, 2068, 2078, 2085, 2092, 3002, 3011, 3012, 3016, 3024, 3027]);
  });

  it("is a union of number literals", () => {
    expectTypeOf<2033>().toExtend<VenueCode>();
    expectTypeOf<3103>().toExtend<VenueCode>();
    expectTypeOf<1234>().not.toExtend<VenueCode>();
  });
});

/** Lower-case stems, so that "subscription" meets "subscribe". */
function words(sentence: string): string[] {
  return sentence
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 4)
    .map((word) => word.slice(0, 4));
}
