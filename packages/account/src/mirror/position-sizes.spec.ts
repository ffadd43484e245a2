import type { OrderSide } from "@depthwire/schema";
import { expect, test } from "vitest";
import { fillFromQuery, passiveChangeOf } from "./account-records.js";
import { PositionSizes } from "./position-sizes.js";
import { as, positionOf, queriedChange, queriedFill } from "./scripted-records.spec-kit.js";

const pair = "4BTC_USDT";
const other = "4ETH_USDT";

const fillOf = (side: OrderSide, quantity: number, ofPair = pair) => {
  const order = { id: "1", pair: ofPair, side: "open-long", quantity, createdAtMs: 1, updatedAtMs: 1 } as const;
  const fill = { pushedId: "f", queriedId: "f", quantity, price: 100, atMs: 5 };
  return { ...fillFromQuery(as("1"), queriedFill({ ...order, status: "open", fills: [] }, fill)), side };
};
const changeOf = (side: "long" | "short", quantity: number) =>
  passiveChangeOf(
    queriedChange({ pushedId: "p", queriedId: "p", pair, side, type: "liquidate", quantity, left: 0, atMs: 5 }),
  );
const always = () => true;
const never = () => false;

test("nothing is explained before the venue told a size; a position that appears later counts from nothing", () => {
  const sizes = new PositionSizes();
  sizes.addFill(fillOf("open-long", 2));
  expect([sizes.explained(pair, "long"), sizes.explained(pair, "short"), sizes.wantsAnchor]).toEqual([
    undefined,
    undefined,
    true,
  ]);
  sizes.anchor([positionOf(pair, "long", 7)], always);
  expect([sizes.explained(pair, "long"), sizes.explained(pair, "short"), sizes.wantsAnchor]).toEqual(["7", "0", false]);
  sizes.addFill(fillOf("open-short", 3));
  expect(sizes.explained(pair, "short")).toBe("3");
  expect(sizes.wantsAnchor).toBe(false);
});

test("opening trades add to the side that they open, closing ones and passive changes take away", () => {
  const sizes = new PositionSizes();
  sizes.anchor([positionOf(pair, "long", 10), positionOf(pair, "short", 20)], always);
  sizes.addFill(fillOf("open-long", 4));
  sizes.addFill(fillOf("close-long", 1));
  sizes.addFill(fillOf("open-short", 5));
  sizes.addFill(fillOf("close-short", 3));
  sizes.addFill(fillOf("unknown:9", 100));
  expect([sizes.explained(pair, "long"), sizes.explained(pair, "short")]).toEqual(["13", "22"]);
  sizes.addChange(changeOf("long", 3));
  sizes.addChange({ ...changeOf("short", 2), quantityChange: as("2") });
  expect([sizes.explained(pair, "long"), sizes.explained(pair, "short")]).toEqual(["10", "20"]);
  expect([...sizes.pairs()]).toEqual([pair]);
});

test("a size that is not settled is not counted from, and what was counted from first stays", () => {
  const sizes = new PositionSizes();
  sizes.anchor([positionOf(pair, "long", 2), positionOf(other, "long", 3)], (key) => key === `${other} long`);
  expect([sizes.explained(pair, "long"), sizes.explained(other, "long"), sizes.wantsAnchor]).toEqual([
    undefined,
    "3",
    true,
  ]);
  sizes.anchor([positionOf(pair, "long", 5), positionOf(other, "long", 6)], always);
  expect([sizes.explained(pair, "long"), sizes.explained(other, "long"), sizes.wantsAnchor]).toEqual(["5", "3", false]);
  sizes.weighAnchor();
  expect([sizes.explained(other, "long"), sizes.wantsAnchor]).toEqual([undefined, true]);
  sizes.anchor([], always);
  expect([sizes.explained(pair, "long"), sizes.explained(other, "long")]).toEqual(["0", "0"]);
});

test("what the venue tells otherwise is a difference where the size is settled; a position that it leaves out has size 0", () => {
  const sizes = new PositionSizes();
  sizes.addFill(fillOf("open-long", 1, other));
  expect(sizes.unexplained([positionOf(other, "long", 9)], always)).toEqual([]);
  sizes.anchor([positionOf(pair, "long", 2), positionOf(other, "long", 9)], always);
  sizes.addFill(fillOf("open-long", 1));
  const told = [positionOf(pair, "long", 3), positionOf(other, "long", 9)];
  expect(sizes.unexplained(told, always)).toEqual([]);
  const gone = {
    what: "position-size",
    pair,
    side: "long",
    explainedQuantity: "3",
    venueQuantity: "0",
  };
  expect(sizes.unexplained([positionOf(other, "long", 9)], always)).toEqual([gone]);
  expect(sizes.unexplained([positionOf(other, "long", 9)], never)).toEqual([]);
});

test("a size from which nothing is proven counts anew from what is found late, and from nothing else", () => {
  const late = (side: OrderSide) => [{ kind: "fill", origin: "query", fill: fillOf(side, 1) }] as const;
  const anchored = () => {
    const sizes = new PositionSizes();
    sizes.anchor([positionOf(pair, "long", 2), positionOf(pair, "short", 4)], always);
    return sizes;
  };
  const explainedAfter = (facts: Parameters<PositionSizes["foundLate"]>[0], sizes = anchored()) => {
    sizes.foundLate(facts);
    return [sizes.explained(pair, "long"), sizes.explained(pair, "short")];
  };
  expect(explainedAfter(late("close-long"))).toEqual([undefined, "4"]);
  expect(explainedAfter(late("unknown:9"))).toEqual(["2", "4"]);
  expect(explainedAfter([{ kind: "started" }])).toEqual(["2", "4"]);
  const change = { kind: "position-change", origin: "query", change: changeOf("short", 1) } as const;
  expect(explainedAfter([change])).toEqual(["2", undefined]);
  const proven = anchored();
  proven.proved();
  expect(explainedAfter([...late("open-long"), change], proven)).toEqual(["2", "4"]);
  // What began from nothing is proven from its beginning.
  const begun = new PositionSizes();
  begun.anchor([], always);
  begun.addFill(fillOf("open-long", 2));
  expect(explainedAfter(late("open-long"), begun)).toEqual(["2", "0"]);
});
