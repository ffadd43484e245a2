import { compileRecord } from "@depthwire/core/internal";
import {
  contract,
  contractAsset,
  fundingRate,
  historicalOrder,
  order,
  planOrder,
  position,
  precision,
  pushedFill,
} from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { expectIgnored, expectKeys, wireSamples } from "../ignored.spec-kit.js";

describe("reason codes", () => {
  it("have no meanings: any integer passes as it is [d1/resources-enumerations/sentence/1]", () => {
    const { decode, encode } = compileRecord(order);
    const long = compileRecord(historicalOrder);
    const [sample] = wireSamples(order);
    const [longSample] = wireSamples(historicalOrder);
    for (const reason of [0, -1, 2027, 999_999]) {
      const decoded = decode({ ...sample?.wire, r: reason });
      expect(decoded.reason).toBe(reason);
      expect(encode(decoded)).toMatchObject({ r: reason });
      expect(long.decode({ ...longSample?.wire, reason }).reason).toBe(reason);
    }
  });
});

describe("the source of an order", () => {
  it("is a plan where the record says 4, the API where it says 6, and unknown where it says anything else", () => {
    const { decode, encode } = compileRecord(order);
    const [sample] = wireSamples(order);
    const sources = [4, 6, 1].map((of) => decode({ ...sample?.wire, of }));
    expect(sources.map(({ source }) => source)).toEqual(["plan", "api", "unknown:1"]);
    expect(sources.map((decoded) => encode(decoded))).toMatchObject([{ of: 4 }, { of: 6 }, { of: 1 }]);
  });
});

describe("keys without meaning", () => {
  it("of a pushed order [d1/resources-order-short-key-form/sentence/1]", () => {
    expectIgnored(order, ["tt", "ot", "tpl", "tpw", "pd"]);
  });

  it("of a pushed fill; ep alone is read, as its size [d1/resources-fill/sentence/1]", () => {
    const keys = ["oi", "ui", "id", "coi", "pi", "sd", "of", "p", "dp", "f", "fb0", "fb", "im", "t"];
    expectKeys(pushedFill, keys, ["coi"]);
    expectIgnored(pushedFill, ["s", "ot", "q"]);
    const [sample] = wireSamples(pushedFill);
    const { ep: _size, ...rest } = sample?.wire ?? {};
    const { decode } = compileRecord(pushedFill);
    expect(decode(rest)).not.toHaveProperty("dealQuantity");
    expect(decode({ ...rest, ep: "0.5" }).dealQuantity).toBe("0.5");
  });

  it("of a position, asked for or pushed [d1/resources-position-short-key-form/sentence/1]", () => {
    expectIgnored(position, ["pt", "f", "fb0", "fb", "id", "sp", "ut", "cc", "st", "pc", "t", "v"]);
  });

  it("of a pushed asset [d1/resources-contract-asset/sentence/1]", () => {
    expectIgnored(contractAsset, ["t", "v"]);
  });

  it("of a plan order [d1/resources-plan-order/sentence/1]", () => {
    expectIgnored(planOrder, ["pid", "si", "bid", "otd", "tt", "r", "t", "ui"]);
  });
});

describe("reference records", () => {
  it("tell the limits of a contract [d1/resources-contract-reference-records/sentence/1]", () => {
    const limits = ["leverage_min", "leverage_max", "value", "open_max_per", "pending_max", "hold_max"];
    expectKeys(contract, ["pair", ...limits, "maker_fee", "taker_fee"]);
    const { decode } = compileRecord(contract);
    const [sample] = wireSamples(contract);
    expect(
      decode({ ...sample?.wire, leverage_min: "1", leverage_max: "150.0000000000", pending_max: 100 }),
    ).toMatchObject({
      minLeverage: "1",
      maxLeverage: "150.0000000000",
      maxOpenOrders: 100,
    });
    expect(() => decode({ ...sample?.wire, pending_max: "1.5" })).toThrow(/pending_max/);
  });

  it("with keys that mean nothing [d1/resources-contract-reference-records/sentence/2]", () => {
    const keys = ["id", "coin_symbol", "leverage_init", "risk_level_base", "risk_level_dx", "price_precision"];
    expectIgnored(contract, keys);
  });

  it("of precision too [d1/resources-contract-reference-records/sentence/3]", () => {
    expectIgnored(precision, ["vol_unit", "value_unit"]);
  });

  it("of funding rates, whose close means nothing [d1/resources-contract-reference-records/sentence/4]", () => {
    expectKeys(fundingRate, ["pair", "fund_rate", "createdAt"]);
    expectIgnored(fundingRate, ["close"]);
  });
});
