import { expect, it } from "vitest";
import type { MirrorLevel } from "./mirror-command.js";
import { ask, bid, MirroredMarket } from "./mirrored-market.spec-kit.js";

const deeper: MirrorLevel = [399_990, 100];
const higher: MirrorLevel = [400_005, 100];

it.each([
  [
    "an unknown book",
    (market: MirroredMarket) => market.whole([], []),
    (market: MirroredMarket) => market.whole([bid], [ask]),
  ],
  [
    "a window without its price",
    (market: MirroredMarket) => market.whole([higher], [ask]),
    (market: MirroredMarket) => market.whole([bid], [ask]),
  ],
  [
    "a window that moves by changes",
    (market: MirroredMarket) => market.change([higher, [bid[0], 0]], []),
    (market: MirroredMarket) => market.change([bid, [higher[0], 0]], []),
  ],
])("an order does not come forward over %s", (_, leave, comeBack) => {
  const market = new MirroredMarket();
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
  const market = new MirroredMarket();
  market.whole([higher], [ask]);
  market.buys(1000, bid[0]);
  market.whole([bid], [ask]);
  expect(market.publicSells(5000)).toBe(0);
  expect(market.publicSells(1000)).toBe(1000);
});

it("an order comes forward when the book shows that nobody is at its price any more", () => {
  const market = new MirroredMarket();
  market.whole([bid, deeper], [ask]);
  market.buys(1000, bid[0]);
  market.whole([deeper], [ask]);
  market.whole([bid, deeper], [ask]);
  expect(market.publicSells(1000)).toBe(1000);
});

it("what was taken is not there again after an unknown book, until the book shows that it has gone", () => {
  const market = new MirroredMarket();
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
  const market = new MirroredMarket();
  const further: MirrorLevel = [400_020, 5000];
  market.whole([bid], [ask, further]);
  market.publicBuys(5000, further[0]);
  expect(market.buys(10_000, further[0])).toBe(0);
  expect(market.whole([bid], [[400_030, 100]])).toBe(0);
});

it("what a change does not name after a public trade is there as it was told", () => {
  const market = new MirroredMarket();
  market.whole([bid], [ask]);
  market.publicBuys(2000, ask[0]);
  expect(market.buys(4000, ask[0])).toBe(3000);
  expect(market.change([[bid[0], 4000]], [])).toBe(1000);
  expect(market.buys(4000, ask[0])).toBe(1000);
});
