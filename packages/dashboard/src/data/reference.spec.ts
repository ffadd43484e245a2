import { beforeEach, expect, it } from "vitest";
import { emptyPage, standing, statusOf } from "../spec-support/desk-scene.js";
import { fakeAccelerator } from "../spec-support/fake-accelerator.js";
import { status } from "./desk.js";
import { backings, facts, loadBackings, loadFacts, pairs } from "./reference.js";
import { pair } from "./settings.js";

beforeEach(emptyPage);

const contract = {
  pair: "4BTC_USDT",
  value: "0.00010",
  maker_fee: 0.0002,
  taker_fee: "0.00060",
  open_max_per: 100,
  hold_max: "200.0",
  leverage_max: "125",
};

function venue(contracts: unknown, precisions: unknown): ReturnType<typeof fakeAccelerator> {
  return fakeAccelerator(({ what }) => (what === "GET /v3.1/cquery/buValue" ? contracts : precisions));
}

it("what may be traded is what the venue says of contracts and precisions", async () => {
  const asked = venue(
    {
      result: [
        contract,
        { ...contract, pair: "4ETH_USDT", value: 1 },
        { ...contract, pair: "4SOL_USDT", value: "0.01" },
      ],
    },
    {
      result: [
        { pair: "4BTC_USDT", price_unit: 1, vol_unit: 3 },
        { pair: "4ETH_USDT", price_unit: 4 },
      ],
    },
  );
  expect(await loadFacts()).toBe(true);
  expect(asked.map(({ what }) => what)).toEqual(["GET /v3.1/cquery/buValue", "GET /v3.1/cquery/buUnit"]);
  expect(facts.value.get("4BTC_USDT")).toEqual({
    pair: "4BTC_USDT",
    unit: "0.0001",
    priceScale: 1,
    quantityScale: 3,
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0006",
    maxOrderQuantity: "100",
    maxPositionQuantity: "200",
    maxLeverage: "125",
  });
  expect(facts.value.get("4ETH_USDT")).toMatchObject({ unit: "1", priceScale: 4, quantityScale: 0 });
  expect(facts.value.get("4SOL_USDT")).toMatchObject({ unit: "0.01", priceScale: 2, quantityScale: 2 });
  expect(pairs.value).toEqual(["4BTC_USDT", "4ETH_USDT", "4SOL_USDT"]);
});

it("the first pair is looked at where none was chosen that is traded", async () => {
  venue({ result: [contract, { ...contract, pair: "4ETH_USDT" }] }, {});
  await loadFacts();
  expect(pair.value).toBe("4BTC_USDT");
  pair.value = "4ETH_USDT";
  await loadFacts();
  expect(pair.value).toBe("4ETH_USDT");
  pair.value = "4GONE_USDT";
  await loadFacts();
  expect(pair.value).toBe("4BTC_USDT");
});

it.each([
  ["nobody answers for contracts", undefined, { result: [] }],
  ["nobody answers for precisions", { result: [contract] }, undefined],
  ["nothing is traded", { result: [] }, { result: [] }],
  ["nothing is told", {}, {}],
])("nothing is known where %s", async (_, contracts, precisions) => {
  pair.value = "4BTC_USDT";
  venue(contracts, precisions);
  expect(await loadFacts()).toBe(false);
  expect([facts.value.size, pair.value]).toEqual([0, "4BTC_USDT"]);
});

it("before contracts are known, the pairs are those whose books are kept", () => {
  expect(pairs.value).toEqual([]);
  status.value = statusOf({ books: [standing({ pair: "4SOL_USDT" }), standing()] });
  expect(pairs.value).toEqual(["4SOL_USDT", "4BTC_USDT"]);
});

it("what backs positions is told side by side, and what is not told stays", async () => {
  const asked = fakeAccelerator(() => ({
    result: [
      { pi: "4BTC_USDT", sd: 1, md: 2, l: "10.00" },
      { pi: "4BTC_USDT", sd: 2, md: 2, l: 20 },
      { pi: "4ETH_USDT", sd: 2, md: 1, l: "5" },
    ],
  }));
  backings.value = new Map([["4SOL_USDT", { mode: "fixed", long: "1", short: "2" }]]);
  await loadBackings();
  expect(asked).toMatchObject([{ what: "POST /v3/cbu/position", body: {} }]);
  expect(Object.fromEntries(backings.value)).toEqual({
    "4BTC_USDT": { mode: "fixed", long: "10", short: "20" },
    "4ETH_USDT": { mode: "cross", long: "", short: "5" },
    "4SOL_USDT": { mode: "fixed", long: "1", short: "2" },
  });
  const before = backings.value;
  fakeAccelerator(() => undefined);
  await loadBackings();
  expect(backings.value).toBe(before);
  fakeAccelerator(() => ({}));
  await loadBackings();
  expect(backings.value).toEqual(before);
});
