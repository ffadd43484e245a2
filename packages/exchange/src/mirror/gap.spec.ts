import { expect, it } from "vitest";
import type { ExchangeEvent } from "../event/event.js";
import { Exchange } from "../exchange.js";
import { checkLaws } from "../spec-support/exchange-laws.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import type { MirrorLevel } from "./mirror-command.js";

const user = 1001;
const { pair } = linearMarket;
const bid: MirrorLevel = [400_000, 5000];
const ask: MirrorLevel = [400_010, 5000];

/** A venue whose public book is told, and what the user got of each thing that happens. */
class Market {
  readonly #exchange = new Exchange({ seed: 1, markets: [linearMarket], source: "feed" });

  constructor() {
    this.#exchange.apply({ kind: "credit", account: user, coin: "USDT", amount: "100000000", purse: "contract" }, 1);
  }

  whole(bids: readonly MirrorLevel[], asks: readonly MirrorLevel[]): number {
    return this.#got(this.#exchange.apply({ kind: "mirror-depth", pair, scope: "whole", asks, bids }, 2));
  }

  change(bids: readonly MirrorLevel[], asks: readonly MirrorLevel[]): number {
    return this.#got(this.#exchange.apply({ kind: "mirror-depth", pair, scope: "change", asks, bids }, 2));
  }

  publicSells(quantity: number, price = bid[0]): number {
    return this.#got(this.#exchange.apply({ kind: "mirror-trade", pair, price, quantity, takerDirection: "sell" }, 2));
  }

  publicBuys(quantity: number, price: number): number {
    return this.#got(this.#exchange.apply({ kind: "mirror-trade", pair, price, quantity, takerDirection: "buy" }, 2));
  }

  buys(quantity: number, price: number): number {
    const order = { account: user, pair, side: "open-long", type: "limit", quantity, price } as const;
    return this.#got(this.#exchange.apply({ kind: "place-order", ...order }, 2));
  }

  #got(events: readonly ExchangeEvent[]): number {
    checkLaws(this.#exchange.state);
    return events.reduce(
      (sum, event) =>
        event.kind === "trade" && [event.makerAccount, event.takerAccount].includes(user) ? sum + event.quantity : sum,
      0,
    );
  }
}

const deeper: MirrorLevel = [399_990, 100];
const higher: MirrorLevel = [400_005, 100];

it.each([
  ["an unknown book", (market: Market) => market.whole([], []), (market: Market) => market.whole([bid], [ask])],
  [
    "a window without its price",
    (market: Market) => market.whole([higher], [ask]),
    (market: Market) => market.whole([bid], [ask]),
  ],
  [
    "a window that moves by changes",
    (market: Market) => market.change([higher, [bid[0], 0]], []),
    (market: Market) => market.change([bid, [higher[0], 0]], []),
  ],
])("an order does not come forward over %s", (_, leave, comeBack) => {
  const market = new Market();
  market.whole([bid], [ask]);
  market.buys(1000, bid[0]);
  expect(market.publicSells(1000)).toBe(0);
  leave(market);
  expect(market.publicSells(1000)).toBe(0);
  comeBack(market);
  expect(market.publicSells(1000)).toBe(0);
  expect(market.publicSells(4500)).toBe(500);
});

it("an order that was placed where nobody sees stands behind all that is shown there", () => {
  const market = new Market();
  market.whole([higher], [ask]);
  market.buys(1000, bid[0]);
  market.whole([bid], [ask]);
  expect(market.publicSells(5000)).toBe(0);
  expect(market.publicSells(1000)).toBe(1000);
});

it("an order comes forward when the book shows that nobody is at its price any more", () => {
  const market = new Market();
  market.whole([bid, deeper], [ask]);
  market.buys(1000, bid[0]);
  market.whole([deeper], [ask]);
  market.whole([bid, deeper], [ask]);
  expect(market.publicSells(1000)).toBe(1000);
});

it("what was taken is not there again after an unknown book, until the book shows that it has gone", () => {
  const market = new Market();
  const further: MirrorLevel = [400_020, 100];
  market.whole([bid], [ask]);
  expect(market.buys(5000, ask[0])).toBe(5000);
  expect(market.whole([bid], [ask]) + market.buys(1000, ask[0])).toBe(0);
  market.whole([], []);
  expect(market.whole([bid], [ask])).toBe(0);
  market.whole([bid], [further]);
  expect(market.whole([bid], [ask, further])).toBe(1000);
});

it("what the public has traded, or traded through, cannot be taken before the next message about the book", () => {
  const market = new Market();
  const further: MirrorLevel = [400_020, 5000];
  market.whole([bid], [ask, further]);
  market.publicBuys(5000, further[0]);
  expect(market.buys(10_000, further[0])).toBe(0);
  expect(market.whole([bid], [[400_030, 100]])).toBe(0);
});

it("what a change does not name after a public trade is there as it was told", () => {
  const market = new Market();
  market.whole([bid], [ask]);
  market.publicBuys(2000, ask[0]);
  expect(market.buys(4000, ask[0])).toBe(3000);
  expect(market.change([[bid[0], 4000]], [])).toBe(1000);
  expect(market.buys(4000, ask[0])).toBe(1000);
});
