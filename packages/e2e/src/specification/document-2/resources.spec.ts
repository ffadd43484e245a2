import { compileRecord } from "@depthwire/core/internal";
import { contract, fundingRate, historicalOrder, precision, spotPair, tradeLimits } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { expectIgnored, expectKeys, wireSamples } from "../ignored.spec-kit.js";

describe("coin-margined records", () => {
  it("orders: 23 keys, order_from means nothing [d2/resources-coin-margined-records/sentence/1]", () => {
    const keys = ["id", "user_id", "coin_symbol", "pair", "side", "order_type", "price", "amount_coin", "freeze"];
    keys.push("price_deal", "deal_coin", "deal_num", "fee", "fee_bix", "fee_bix0", "status", "reason");
    keys.push("fee_rate_maker", "fee_rate_taker", "client_oid", "createdAt", "updatedAt");
    expectKeys(historicalOrder, keys, ["client_oid"]);
    const { decode } = compileRecord(historicalOrder);
    for (const { value, wire } of wireSamples(historicalOrder)) {
      const { order_from: _source, ...rest } = wire;
      const { source: _decoded, ...wanted } = value as Record<string, unknown>;
      expect(decode(rest)).toEqual(wanted);
      for (const anything of [null, 0, 4, 6, 99]) {
        expect(decode({ ...rest, order_from: anything })).toMatchObject(wanted);
      }
    }
    const [sample] = wireSamples(historicalOrder);
    expect(decode({ ...sample?.wire, side: 4, order_type: 1, status: 100 })).toMatchObject({
      side: "close-short",
      type: "market",
      status: "failed",
    });
  });

  it("funding rates, whose close means nothing [d2/resources-coin-margined-records/sentence/2]", () => {
    expectKeys(fundingRate, ["pair", "fund_rate", "createdAt"]);
    expectIgnored(fundingRate, ["close"]);
    const [sample] = wireSamples(fundingRate);
    expect(compileRecord(fundingRate).decode({ ...sample?.wire, pair: "5BTC_USD" }).pair).toBe("5BTC_USD");
  });

  it("contracts, with keys that mean nothing [d2/resources-coin-margined-records/sentence/3]", () => {
    const limits = ["leverage_min", "leverage_max", "value", "open_max_per", "pending_max", "hold_max"];
    expectKeys(contract, ["pair", ...limits, "maker_fee", "taker_fee"]);
    const ignored = ["id", "coin_symbol", "leverage_init", "risk_level_base", "risk_level_dx", "price_precision"];
    expectIgnored(contract, ignored);
    const [sample] = wireSamples(contract);
    const inverse = { pair: "5BTC_USD", value: "1.0000000000", hold_max: "100000000.0000000000" };
    expect(compileRecord(contract).decode({ ...sample?.wire, ...inverse })).toMatchObject({
      pair: "5BTC_USD",
      contractValue: "1.0000000000",
      maxPositionQuantity: "100000000.0000000000",
    });
  });

  it("precisions, of which price_unit alone counts [d2/resources-coin-margined-records/sentence/4]", () => {
    expectKeys(precision, ["pair", "price_unit"]);
    expectIgnored(precision, ["vol_unit", "value_unit"]);
    expect(compileRecord(precision).decode({ pair: "5BTC_USD", price_unit: 1 })).toEqual({
      pair: "5BTC_USD",
      priceScale: 1,
    });
  });
});

describe("spot records", () => {
  it("pairs, with keys that mean nothing [d2/resources-spot-market-records/sentence/1]", () => {
    expectKeys(spotPair, ["id", "pair", "decimal"]);
    expectIgnored(spotPair, ["pair_type", "area_id", "is_hide"]);
    expect(compileRecord(spotPair).decode({ id: 1, pair: "BTC_USDT", decimal: 4, pair_type: 0 })).toEqual({
      pairId: "1",
      pair: "BTC_USDT",
      priceScale: 4,
    });
  });

  it("trade limits: maps from a pricing coin, or default [d2/resources-spot-market-records/sentence/2]", () => {
    expectKeys(tradeLimits, ["min_trade_price", "min_trade_amount", "min_trade_money"]);
    const wire = {
      min_trade_price: { default: "0.00000001", USDT: "0.0001", DAI: "0.0001" },
      min_trade_amount: { default: "0.0001" },
      min_trade_money: { USDT: "1", BIX: "3", BTC: "0.0002" },
    };
    expect(compileRecord(tradeLimits).decode(wire)).toEqual({
      minPrice: wire.min_trade_price,
      minQuantity: wire.min_trade_amount,
      minValue: wire.min_trade_money,
    });
    expect(() => compileRecord(tradeLimits).decode({ ...wire, min_trade_money: { USDT: "one" } })).toThrow(/USDT/);
  });
});
