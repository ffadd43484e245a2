import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, plainTerms, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];

/** The spot market of the platform token, at 0.5. */
const { terms: _terms, ...plain } = linearMarket;
const tokenMarket: Market = { ...plain, pair: "BIX_USDT", family: "spot", coin: "BIX", initialPrice: 5 };

/** `a` buys 0.5 at 40,000 as taker: a fee of 12 USDT. */
function traded(markets: readonly Market[], tokens: string, paysFeesInToken: boolean): VenueKit {
  const venue = new VenueKit(markets);
  for (const account of [a, b]) {
    venue.fund(account, "5000");
  }
  venue.fund(a, tokens, "BIX");
  venue.apply({ kind: "set-account", account: a, paysFeesInToken });
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  return venue;
}

const fillOf = (venue: VenueKit) =>
  venue.events.find((event) => event.kind === "filled" && event.account === a) as { readonly fill: object } | undefined;

describe("a fee in platform tokens", () => {
  it.each([
    ["their usual price, where they have no market", [linearMarket], "60", "12", "48"],
    ["the price of their market", [linearMarket, tokenMarket], "60", "12", "24"],
    ["as far as there are any", [linearMarket, tokenMarket], "10", "5", "10"],
  ] as const)("counts %s", (_, markets, tokens, deduction, paid) => {
    const venue = traded(markets, tokens, true);
    expect(fillOf(venue)?.fill).toMatchObject({ fee: "12", tokenFeeDeduction: deduction });
    expect(venue.balance("venue/fees", "BIX")).toBe(paid);
    // 4 is the maker's.
    expect(venue.balance("venue/fees")).toBe(String(12 + 4 - Number(deduction)));
  });

  it("is paid by nobody who did not ask for it", () => {
    const venue = traded([linearMarket], "60", false);
    expect(fillOf(venue)?.fill).toMatchObject({ fee: "12", tokenFeeDeduction: "0" });
    expect([venue.balance("venue/fees"), venue.balance("venue/fees", "BIX")]).toEqual(["16", "0"]);
  });

  it("is for fees in USDT alone", () => {
    const venue = new VenueKit([inverseMarket, linearMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "1", "BTC");
    }
    venue.fund(a, "60", "BIX");
    venue.apply({ kind: "set-account", account: a, paysFeesInToken: true });
    venue.trade(a, "open-long", b, "open-short", "10000", "40000");
    expect(fillOf(venue)?.fill).toMatchObject({ fee: "0.00015", tokenFeeDeduction: "0" });
    expect([venue.balance("venue/fees", "BTC"), venue.balance("venue/fees", "BIX")]).toEqual(["0.0002", "0"]);
  });
});

describe("a fee by a rate of many digits", () => {
  it.each([
    ["exact", "0.5", "12.000002", "4.000002"],
    ["rounded up", "0.0001", "0.0024000004", "0.0008000004"],
  ])("is %s, for taker and maker", (_, quantity, taker, maker) => {
    const terms = { ...plainTerms, takerFeeRate: 6_000_001, makerFeeRate: 2_000_001 };
    const venue = new VenueKit([{ ...linearMarket, terms }]);
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    venue.trade(a, "open-long", b, "open-short", quantity, "40000");
    const fees = venue.events.flatMap((event) => (event.kind === "filled" ? [event.fill.fee] : []));
    expect(fees).toEqual([taker, maker]);
  });

  it("is rounded up where money is coarser than it", () => {
    const terms = { ...plainTerms, takerFeeRate: 6_000_001, makerFeeRate: 1 };
    const venue = new VenueKit([{ ...linearMarket, terms }]);
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    // 4.00001 × 0.0006000001 = 0.0024000064 00001, and × 0.0000000001 = 0.000000000400001.
    venue.trade(a, "open-long", b, "open-short", "0.0001", "40000.1");
    const fees = venue.events.flatMap((event) => (event.kind === "filled" ? [event.fill.fee] : []));
    expect(fees).toEqual(["0.0024000065", "0.0000000005"]);
  });
});
