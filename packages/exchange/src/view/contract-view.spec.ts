import { expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { marketOf } from "../market/market-list.js";
import { viewContracts } from "./contract-view.js";

it("shows what a contract asks of its users, as deployments do", () => {
  const pairs = ["4BTC_USDT", "5BTC_USD", "BTC_USDT"];
  const exchange = new Exchange({ seed: 1, markets: pairs.flatMap((pair) => marketOf(pair) ?? []) });
  exchange.apply({ kind: "set-index", pair: "4BTC_USDT", price: 480_000 }, 1_700_000_000_000);
  const { markets } = exchange.state;
  expect(viewContracts(markets.values(), "usdt-margined")).toEqual([
    {
      pair: "4BTC_USDT",
      coin: "USDT",
      minLeverage: "1",
      maxLeverage: "100",
      contractValue: "0.0001",
      contractValueScale: 4,
      makerFeeRate: "0.0002",
      takerFeeRate: "0.0006",
      maxOrderQuantity: "100",
      maxOpenOrders: 100,
      maxPositionQuantity: "100",
      riskBaseQuantity: "1",
      riskStepQuantity: "1",
      priceScale: 1,
      quantityScale: 4,
      fundingRate: "0",
      fundedAtMs: 0,
      tagPrice: "48000",
      indexPrice: "48000",
      markedAtMs: 1_700_000_000_000,
    },
  ]);
  expect(viewContracts(markets.values(), "coin-margined")).toMatchObject([
    { pair: "5BTC_USD", coin: "BTC", contractValue: "1", contractValueScale: 0, quantityScale: 0 },
  ]);
});
