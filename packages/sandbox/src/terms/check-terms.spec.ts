import { expect, it } from "vitest";
import { refusalBy } from "../spec-support/refused.js";
import { checkTerms } from "./check-terms.js";

it("fills in what is usual, and writes what is given in one form", () => {
  expect(checkTerms({})).toEqual({
    brackets: "on",
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0006",
    maintenanceRate: "0.005",
    maxLeverage: 100,
    maxOpenOrders: 100,
    priceBand: "0.1",
    fundingPeriodMs: 28_800_000,
    insurance: {},
    contracts: {},
  });
  const terms = checkTerms({
    insurance: { USDT: "5.50", BTC: "0" },
    takerFeeRate: undefined,
    contracts: { "5BTC_USD": { riskStep: "2.0", riskBase: "1" }, "4BTC_USDT": { takerFeeRate: "0.1" } },
    brackets: "off",
  });
  expect(JSON.stringify(terms.insurance)).toBe('{"BTC":"0","USDT":"5.5"}');
  expect(JSON.stringify(terms.contracts)).toBe(
    '{"4BTC_USDT":{"takerFeeRate":"0.1"},"5BTC_USD":{"riskBase":"1","riskStep":"2"}}',
  );
  expect(Object.keys(terms)[0]).toBe("brackets");
  expect([terms.brackets, terms.takerFeeRate]).toEqual(["off", "0.0006"]);
});

it.each<[object]>([
  [{ makerFeeRate: "0", takerFeeRate: "0.1", maintenanceRate: "0.5", priceBand: "0.9" }],
  [{ maxLeverage: 1, maxOpenOrders: 10_000, fundingPeriodMs: 60_000 }],
  [{ maxLeverage: 100, maxOpenOrders: 1, fundingPeriodMs: 604_800_000 }],
  [{ insurance: { USDT: "1000000000000" } }],
])("takes %j", (terms) => {
  expect(checkTerms(terms)).toMatchObject(terms);
});

const places = (scale: number, bounds: string): string =>
  `a decimal as text with at most ${scale} decimal places, ${bounds}`;
const of4 = (contract: object): object => ({ contracts: { "4BTC_USDT": contract } });

it.each<[unknown, string, string]>([
  [null, "terms", "an object"],
  [[], "terms", "an object"],
  [{ brackets: "yes" }, "terms.brackets", "on or off"],
  [{ makerFeeRate: "0.11" }, "terms.makerFeeRate", places(10, "from 0, up to 0.1")],
  [{ takerFeeRate: "-0.1" }, "terms.takerFeeRate", places(10, "from 0, up to 0.1")],
  [{ maintenanceRate: "0" }, "terms.maintenanceRate", places(10, "above 0, up to 0.5")],
  [{ maintenanceRate: "0.51" }, "terms.maintenanceRate", places(10, "above 0, up to 0.5")],
  [{ priceBand: "0.91" }, "terms.priceBand", places(10, "above 0, up to 0.9")],
  [{ priceBand: 0.5 }, "terms.priceBand", places(10, "above 0, up to 0.9")],
  [{ maxLeverage: 0 }, "terms.maxLeverage", "an integer from 1 to 100"],
  [{ maxLeverage: "5" }, "terms.maxLeverage", "an integer from 1 to 100"],
  [{ maxOpenOrders: 10_001 }, "terms.maxOpenOrders", "an integer from 1 to 10000"],
  [{ fundingPeriodMs: 59_999 }, "terms.fundingPeriodMs", "an integer from 60000 to 604800000"],
  [{ fundingPeriodMs: 604_800_001 }, "terms.fundingPeriodMs", "an integer from 60000 to 604800000"],
  [{ insurance: { USDT: "-1" } }, "terms.insurance.USDT", places(10, "from 0, up to 1000000000000")],
  [{ insurance: [] }, "terms.insurance", "an object"],
  [of4({ riskBase: "0" }), "terms.contracts.4BTC_USDT.riskBase", places(10, "above 0")],
  [of4({ riskStep: "x" }), "terms.contracts.4BTC_USDT.riskStep", places(10, "above 0")],
  [of4({ maxPosition: "0.00000000001" }), "terms.contracts.4BTC_USDT.maxPosition", places(10, "above 0")],
  [of4({ maxOrderQuantity: "-1" }), "terms.contracts.4BTC_USDT.maxOrderQuantity", places(10, "above 0")],
  [of4([]), "terms.contracts.4BTC_USDT", "an object"],
])("refuses %j with its place and what it must be", (terms, place, rule) => {
  expect(refusalBy(() => checkTerms(terms))).toEqual([place, rule]);
});

it("names the terms that there are where one is none", () => {
  expect(refusalBy(() => checkTerms({ fees: "0" }))).toEqual([
    "terms.fees",
    "one of brackets, makerFeeRate, takerFeeRate, maintenanceRate, maxLeverage, maxOpenOrders, priceBand, fundingPeriodMs, insurance, contracts",
  ]);
  expect(refusalBy(() => checkTerms(of4({ insurance: {} })))).toEqual([
    "terms.contracts.4BTC_USDT.insurance",
    "one of brackets, makerFeeRate, takerFeeRate, maintenanceRate, maxLeverage, maxOpenOrders, priceBand, riskBase, riskStep, maxPosition, maxOrderQuantity",
  ]);
});
