import { expect, it } from "vitest";
import type { DepthPublished, ExchangeEvent } from "../event/event.js";
import { Exchange } from "../exchange.js";
import { linearMarket } from "../spec-support/venue-kit.js";

const market = { ...linearMarket, contractUnit: 10 };
const { pair } = market;

/** A market whose published window has so many levels of 100 on either side. */
function published(levels: number, quantity = 100): Exchange {
  const exchange = new Exchange({ seed: 1, markets: [market] });
  for (let away = 1; away <= levels; away++) {
    const order = { kind: "place-order", account: 900, pair, type: "limit", quantity } as const;
    exchange.apply({ ...order, side: "open-long", price: 400_000 - away }, 1);
    exchange.apply({ ...order, side: "open-short", price: 400_000 + away }, 1);
  }
  exchange.apply({ kind: "publish-depth", pair }, 1000);
  return exchange;
}

function publicationsOf(events: readonly ExchangeEvent[]): readonly DepthPublished[] {
  return events.filter((event): event is DepthPublished => event.kind === "depth-published");
}

it("each publication changes two levels of either side that are neighbours, and goes through the best twenty", () => {
  const exchange = published(30);
  const told = publicationsOf(exchange.apply({ kind: "load-depth", pair, publications: 10 }, 2000));
  expect(told.map(({ seq, updatedAtMs }) => [seq, updatedAtMs])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i + 2, 1991 + i]),
  );
  const empty = { prices: [], quantities: [] };
  told.forEach(({ changes }, i) => {
    const aways = [3, 4].map((away) => ((away + 2 * i - 1) % 20) + 1);
    const step = 10 * (1 + ((i + 1) % 9));
    const quantities = [100 - step, 100 - step];
    expect(changes).toEqual({
      add: {
        asks: { prices: aways.map((away) => 400_000 + away), quantities },
        bids: { prices: aways.map((away) => 400_000 - away), quantities },
      },
      del: { asks: empty, bids: empty },
    });
  });
});

it("a quantity changes by less than it is, or becomes larger", () => {
  const exchange = published(1, 20);
  const told = publicationsOf(exchange.apply({ kind: "load-depth", pair, publications: 9 }, 2000));
  expect(told.map(({ changes }) => changes.add.asks)).toEqual(
    [40, 10, 50, 100, 40, 110, 30, 120, 110].map((quantity) => ({ prices: [400_001], quantities: [quantity] })),
  );
});

it("states that were published stay as they were, and the next publication goes back to the book", () => {
  const exchange = published(3);
  const first = JSON.stringify(exchange.published(pair, 1));
  exchange.apply({ kind: "load-depth", pair, publications: 3 }, 2000);
  expect(JSON.stringify(exchange.published(pair, 1))).toBe(first);
  expect(exchange.published(pair)?.window).not.toEqual(exchange.published(pair, 3)?.window);
  exchange.apply({ kind: "publish-depth", pair }, 3000);
  expect(exchange.published(pair)?.window).toEqual(exchange.published(pair, 1)?.window);
});

it("an empty book is published as one, as often as it is asked for", () => {
  const exchange = published(0);
  const told = publicationsOf(exchange.apply({ kind: "load-depth", pair, publications: 2 }, 2000));
  const nothing = { asks: { prices: [], quantities: [] }, bids: { prices: [], quantities: [] } };
  expect(told.map(({ seq, changes }) => [seq, changes])).toEqual([
    [2, { add: nothing, del: nothing }],
    [3, { add: nothing, del: nothing }],
  ]);
  expect(exchange.published(pair)?.window).toEqual(nothing);
  exchange.apply({ kind: "load-depth", pair: "4XXX_USDT", publications: 2 }, 2000);
  expect(exchange.published(pair)?.seq).toBe(3);
});
