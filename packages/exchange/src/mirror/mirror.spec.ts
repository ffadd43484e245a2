import { expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import type { OrderSide } from "../market/market.js";
import { checkLaws } from "../spec-support/exchange-laws.js";
import { linearMarket } from "../spec-support/venue-kit.js";

const eth = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH" };
const [loser, other] = [1001, 901];

/** `loser` closes a long at a loss and opens a short at the same price; the loss costs the order that opens. */
function closingAndOpening(): Exchange {
  const exchange = new Exchange({ seed: 1, markets: [linearMarket, eth], source: "feed" });
  exchange.apply({ kind: "credit", account: loser, coin: "USDT", amount: "700", purse: "contract" }, 1);
  for (const { pair } of [linearMarket, eth]) {
    exchange.apply(
      { kind: "change-mode", account: loser, pair, mode: "cross", leverageLong: 100, leverageShort: 100 },
      1,
    );
  }
  const place = (account: number, pair: string, side: OrderSide, quantity: number, price: number): void => {
    exchange.apply({ kind: "place-order", account, pair, side, type: "limit", quantity, price }, 1);
  };
  for (const [pair, quantity] of [
    [linearMarket.pair, 10_000],
    [eth.pair, 5000],
  ] as const) {
    place(other, pair, "open-short", quantity, 400_000);
    place(loser, pair, "open-long", quantity, 400_000);
  }
  exchange.apply({ kind: "set-index", pair: eth.pair, price: 480_000 }, 1);
  exchange.apply({ kind: "set-index", pair: linearMarket.pair, price: 390_000 }, 1);
  place(loser, linearMarket.pair, "close-long", 10_000, 390_000);
  place(loser, linearMarket.pair, "open-short", 1000, 390_000);
  return exchange;
}

it.each([10_500, 11_000])("a public trade of %i fills no order that its first fill cancelled", (quantity) => {
  const exchange = closingAndOpening();
  const { pair } = linearMarket;
  const events = exchange.apply({ kind: "mirror-trade", pair, price: 390_000, quantity, takerDirection: "buy" }, 2);
  const cancelled = events.flatMap((event) => (event.kind === "order-cancelled" ? [event.orderId] : []));
  expect(cancelled).toHaveLength(1);
  const traded = events.flatMap((event) => (event.kind === "trade" ? [event.makerOrderId] : []));
  expect(traded).not.toContain(cancelled[0]);
  expect(exchange.state.users.get(loser)?.holdings.get(pair)?.short).toMatchObject({ quantity: 0, opening: 0 });
  checkLaws(exchange.state);
});
