import { describe, expect, it } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "../in-memory.js";

function opened(terms: unknown, options: InMemoryVenueOptions = {}): InMemoryVenue {
  const pairs = ["4BTC_USDT", "5ETH_USD", "BTC_USDT"];
  return createInMemoryVenue({ pairs, ...options, terms: terms as NonNullable<InMemoryVenueOptions["terms"]> });
}

async function ask(venue: InMemoryVenue, target: string): Promise<unknown> {
  const { body } = await venue.request({ method: "GET", target, headers: { host: "localhost" } });
  return (JSON.parse(new TextDecoder().decode(body)) as { readonly result: unknown }).result;
}

describe("the venue's terms", () => {
  it("are what is usual where nothing else is said", async () => {
    const venue = opened({});
    expect(await ask(venue, "/v3.1/cquery/buValue")).toMatchObject([
      { pair: "4BTC_USDT", maker_fee: "0.0002000000", taker_fee: "0.0006000000", leverage_max: "100.0000000000" },
    ]);
    venue.close();
  });

  it("are served as the reference data of each contract, its own before the venue's", async () => {
    const venue = opened({
      takerFeeRate: "0.0010",
      maxLeverage: 50,
      contracts: {
        "4BTC_USDT": {
          makerFeeRate: "0",
          maxPosition: "12.5",
          maxOrderQuantity: "3",
          maxOpenOrders: 7,
          maxLeverage: 20,
        },
      },
    });
    expect(await ask(venue, "/v3.1/cquery/buValue")).toMatchObject([
      {
        maker_fee: "0.0000000000",
        taker_fee: "0.0010000000",
        leverage_max: "20.0000000000",
        hold_max: "12.5000000000",
        open_max_per: "3.0000000000",
        pending_max: 7,
      },
    ]);
    venue.close();
  });

  it("decide what the insurance fund begins with and when funding is exchanged", async () => {
    const venue = opened(
      { insurance: { USDT: "5.5" }, fundingPeriodMs: 3_600_000 },
      {
        startMs: 1_699_999_200_000,
        tickIntervalMs: 1000,
      },
    );
    const events: string[] = [];
    venue.listen(({ kind }) => events.push(kind));
    await venue.elapse(3_600_000 - 1000);
    expect(events).not.toContain("funding-settled");
    await venue.elapse(1000);
    expect(events).toContain("funding-settled");
    venue.close();
  });

  it.each([
    [{ brackets: "maybe" }, "terms.brackets"],
    [{ takerFeeRate: 0.0006 }, "terms.takerFeeRate"],
    [{ takerFeeRate: "-0.1" }, "terms.takerFeeRate"],
    [{ takerFeeRate: "0.2" }, "terms.takerFeeRate"],
    [{ maintenanceRate: "0" }, "terms.maintenanceRate"],
    [{ maintenanceRate: "0.00000000001" }, "terms.maintenanceRate"],
    [{ maxLeverage: 101 }, "terms.maxLeverage"],
    [{ maxLeverage: 1.5 }, "terms.maxLeverage"],
    [{ maxOpenOrders: "100" }, "terms.maxOpenOrders"],
    [{ priceBand: "1" }, "terms.priceBand"],
    [{ fundingPeriodMs: 0 }, "terms.fundingPeriodMs"],
    [{ insurance: { USDT: "much" } }, "terms.insurance.USDT"],
    [{ insurance: { DOGE: "1" } }, "terms.insurance.DOGE"],
    [{ contracts: { "4DOGE_USDT": {} } }, "terms.contracts.4DOGE_USDT"],
    [{ contracts: { BTC_USDT: {} } }, "terms.contracts.BTC_USDT"],
    [{ contracts: { "4BTC_USDT": { riskBase: "0" } } }, "terms.contracts.4BTC_USDT.riskBase"],
    [{ contracts: { "4BTC_USDT": { riskStep: "0.00001" } } }, "terms.contracts.4BTC_USDT.riskStep"],
    [{ contracts: { "4BTC_USDT": { maxPosition: "9".repeat(30) } } }, "terms.contracts.4BTC_USDT.maxPosition"],
    [{ contracts: { "4BTC_USDT": { fundingPeriodMs: 60_000 } } }, "terms.contracts.4BTC_USDT.fundingPeriodMs"],
    [{ contracts: ["4BTC_USDT"] }, "terms.contracts"],
    [{ fees: "0" }, "terms.fees"],
    [[], "terms"],
    [null, "terms"],
  ])("%j are refused, and the field is named", (terms, option) => {
    expect(() => opened(terms)).toThrow(
      expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
    );
  });
});
