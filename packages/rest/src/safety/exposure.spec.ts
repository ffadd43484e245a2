import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { OrderState } from "../trader/order-state.js";
import { ToldFills } from "../trader/told-fills.js";
import { Exposure } from "./exposure.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const pair = "4BTC_USDT";
const order = { pair, quantity: "2", side: "open-long", type: "limit", price: "1" } as const;
const state = (dealQuantity: string, status: OrderState["status"] = "open"): OrderState =>
  ({ orderId: "1", pair, side: "open-long", price: "1", quantity: "2", dealPrice: "1", dealQuantity, status }) as never;

function one(): Exposure {
  const exposure = new Exposure(new ToldFills(), () => 0);
  exposure.answered(exposure.began(order), "1");
  return exposure;
}

it("an order adds all of itself until it is finished, then what it traded", () => {
  const exposure = one();
  expect(exposure.addedTo(pair, "long")).toBe("2");
  exposure.heard(state("0.5", "partly-filled"), "stream");
  expect(exposure.addedTo(pair, "long")).toBe("2");
  exposure.heard(state("0.5", "partly-cancelled"), "stream");
  expect(exposure.addedTo(pair, "long")).toBe("0.5");
  exposure.positionHeard(pair, "long");
  expect(exposure.addedTo(pair, "long")).toBe("0");
  expect(exposure.addedTo(pair, "short")).toBe("0");
});

it("a position includes what the stream told before it, and nothing that only an answer told", () => {
  const exposure = one();
  exposure.heard(state("0.5", "partly-filled"), "answer");
  exposure.positionHeard(pair, "long");
  expect(exposure.addedTo(pair, "long")).toBe("2");
  exposure.heard(state("0.5", "partly-filled"), "stream");
  exposure.positionHeard(pair, "short");
  expect(exposure.addedTo(pair, "long")).toBe("2");
  exposure.positionHeard(pair, "long");
  expect(exposure.addedTo(pair, "long")).toBe("1.5");
});

it("what the stream told of an order before its answer is included only in a position that came after it", () => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  const sent = exposure.began(order);
  exposure.positionHeard(pair, "long");
  exposure.heard(state("2", "filled"), "stream");
  exposure.answered(sent, "1");
  expect(exposure.addedTo(pair, "long")).toBe("2");
});

it("a position that is asked for includes what was finished and traded before, and nothing that was begun since", () => {
  const exposure = one();
  exposure.heard(state("0.5", "partly-filled"), "answer");
  const partly = exposure.beforeAsking(pair, "long");
  exposure.began({ ...order, quantity: "1" });
  exposure.heard(state("1.5", "partly-cancelled"), "answer");
  expect(partly()).toBe("2");
  const finished = exposure.beforeAsking(pair, "long");
  expect(finished()).toBe("1");
});

it("an answer that tells less, or of another order, changes nothing", () => {
  const exposure = one();
  exposure.answered(exposure.began(order), "2");
  exposure.heard(state("1.5", "partly-cancelled"), "stream");
  expect(exposure.addedTo(pair, "long")).toBe("3.5");
  exposure.heard(state("0.5", "partly-filled"), "answer");
  expect(exposure.addedTo(pair, "long")).toBe("3.5");
});

it("an order that is not answered yet is told of by its client id, and by no other", () => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  const told = (clientOrderId: string): OrderState => ({ ...state("0.5", "partly-cancelled"), clientOrderId }) as never;
  exposure.began(order);
  exposure.began({ ...order, clientOrderId: "7" });
  exposure.heard(told("8"), "stream");
  expect(exposure.addedTo(pair, "long")).toBe("4");
  exposure.heard(told("7"), "stream");
  expect(exposure.addedTo(pair, "long")).toBe("2.5");
});

it("what an answer told of an order before its own is in no position", () => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  const sent = exposure.began(order);
  exposure.heard(state("0.5", "partly-filled"), "answer");
  exposure.positionHeard(pair, "long");
  exposure.answered(sent, "1");
  expect(exposure.addedTo(pair, "long")).toBe("2");
});

it.each([
  [pair, "short"],
  ["4ETH_USDT", "long"],
] as const)("a position of %s %s includes nothing of another", (otherPair, side) => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  const sent = exposure.began(order);
  exposure.heard(state("0.5", "partly-filled"), "stream");
  exposure.positionHeard(otherPair, side);
  exposure.answered(sent, "1");
  expect(exposure.addedTo(pair, "long")).toBe("2");
  exposure.positionHeard(otherPair, side);
  expect(exposure.addedTo(pair, "long")).toBe("2");
  expect(exposure.addedTo(otherPair, side)).toBe("0");
});

it("an order whose call was cut off counts until it is found, then as it was found; others are not touched", () => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  exposure.began({ ...order, clientOrderId: "7" });
  exposure.began({ ...order, clientOrderId: "8", quantity: "1" });
  exposure.settled("7", { kind: "unknown", reason: "venue-silent" });
  expect(exposure.addedTo(pair, "long")).toBe("3");
  const found = { ...state("0.5", "partly-cancelled"), clientOrderId: "7" } as never;
  exposure.settled("7", { kind: "placed", orders: [found] });
  expect(exposure.addedTo(pair, "long")).toBe("1.5");
  exposure.settled("8", { kind: "not-placed" });
  expect(exposure.addedTo(pair, "long")).toBe("0.5");
});

it("nothing of a closing order adds to a position", () => {
  const exposure = new Exposure(new ToldFills(), () => 0);
  exposure.began({ ...order, side: "close-short" });
  expect(exposure.addedTo(pair, "long")).toBe("0");
  expect(exposure.of(pair, "short")).toEqual([]);
});

it("trades count for a minute where no position tells of them", () => {
  let nowMs = 0;
  const exposure = new Exposure(new ToldFills(), () => nowMs);
  exposure.answered(exposure.began(order), "1");
  exposure.heard(state("2", "filled"), "answer");
  nowMs = 59_999;
  expect(exposure.addedTo(pair, "long")).toBe("2");
  nowMs = 60_000;
  expect(exposure.addedTo(pair, "long")).toBe("0");
});

it("what the stream told of an order before its answer is remembered over 999 other orders, and no longer", () => {
  const afterOthers = (count: number): string => {
    const exposure = new Exposure(new ToldFills(), () => 0);
    const sent = exposure.began(order);
    exposure.heard(state("0.5", "partly-cancelled"), "stream");
    for (let id = 2; id < 2 + count; id++) {
      exposure.heard({ ...state("1", "filled"), orderId: String(id) as never }, "stream");
    }
    exposure.answered(sent, "1");
    return exposure.addedTo(pair, "long");
  };
  expect(afterOthers(999)).toBe("0.5");
  expect(afterOthers(1_000)).toBe("2");
});

it("keeps nothing of orders that are done with, though nobody asks for what they add", async () => {
  let nowMs = 0;
  const exposure = new Exposure(new ToldFills(), () => nowMs);
  const begun: WeakRef<object>[] = [];
  for (let id = 1; id <= 1_000; id++) {
    nowMs += 1_000;
    const sent = exposure.began(order);
    begun.push(new WeakRef(sent));
    exposure.answered(sent, String(id));
    // Every other order traded, and no position is told.
    const [dealt, status] = id % 2 === 0 ? (["2", "filled"] as const) : (["0", "cancelled"] as const);
    exposure.heard({ ...state(dealt, status), orderId: String(id) as never }, "stream");
  }
  // What a reference was made of lives until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  const kept = begun.filter((reference) => reference.deref() !== undefined).length;
  expect(kept).toBeGreaterThanOrEqual(30);
  expect(kept).toBeLessThan(100);
  expect(exposure.addedTo(pair, "long")).toBe("60");
});

it("trades that were told before the order's answer are known to be its own from the answer on", () => {
  const fills = new ToldFills();
  const exposure = new Exposure(fills, () => 0);
  const sent = exposure.began(order);
  const fill = { orderId: "1", pair, side: "open-long", dealQuantity: "0.5" };
  fills.add(fill);
  exposure.fillHeard(fill);
  expect(exposure.addedToExplained(pair, "long")).toBe("2");
  exposure.answered(sent, "1");
  expect(exposure.addedToExplained(pair, "long")).toBe("1.5");
  exposure.heard(state("0", "cancelled"), "stream");
  expect(exposure.addedToExplained(pair, "long")).toBe("0");
  expect(exposure.addedTo(pair, "long")).toBe("0.5");
});

it("a position that is asked for does not have the trades of others that are told meanwhile, and has those of before", () => {
  const fills = new ToldFills();
  const exposure = new Exposure(fills, () => 0);
  const tell = (orderId: string, side: string, dealQuantity: string, ofPair = pair): void => {
    const fill = { orderId, pair: ofPair, side, dealQuantity };
    fills.add(fill);
    exposure.fillHeard(fill);
  };
  exposure.answered(exposure.began(order), "1");
  tell("7", "open-long", "4");
  const added = exposure.beforeAsking(pair, "long");
  tell("8", "open-long", "0.5");
  tell("8", "open-long", "0.25");
  tell("9", "open-short", "8");
  tell("10", "close-long", "16");
  tell("11", "open-long", "32", "4ETH_USDT");
  tell("1", "open-long", "1");
  expect(added()).toBe("2.75");
});

it("an order that is done with is forgotten once a position includes it, and its trades were told where they are told at all", () => {
  const fills = new ToldFills();
  const quiet = one();
  quiet.heard(state("2", "filled"), "stream");
  expect(quiet.of(pair, "long")).toHaveLength(1);
  quiet.positionHeard(pair, "long");
  expect(quiet.of(pair, "long")).toEqual([]);
  const hearing = new Exposure(fills, () => 0);
  hearing.answered(hearing.began(order), "1");
  const tell = (orderId: string, dealQuantity: string): void => {
    const fill = { orderId, pair, side: "open-long", dealQuantity };
    fills.add(fill);
    hearing.fillHeard(fill);
  };
  tell("7", "1");
  hearing.heard(state("2", "filled"), "stream");
  hearing.positionHeard(pair, "long");
  expect(hearing.addedToExplained(pair, "long")).toBe("2");
  tell("1", "2");
  expect(hearing.of(pair, "long")).toEqual([]);
});

it("an order whose answer is not believed any more counts as a whole, whatever was told of the one that the answer named", () => {
  const exposure = one();
  exposure.answered(exposure.began({ ...order, quantity: "1" }), "5");
  exposure.heard(state("2", "filled"), "stream");
  exposure.positionHeard(pair, "long");
  exposure.answered(exposure.began(order), "1");
  exposure.heard(state("1.5", "partly-cancelled"), "stream");
  exposure.doubted("1", "7");
  expect(exposure.addedTo(pair, "long")).toBe("3");
  exposure.heard({ ...state("0.5", "partly-cancelled"), orderId: "9", clientOrderId: "7" } as never, "stream");
  expect(exposure.addedTo(pair, "long")).toBe("1.5");
  exposure.positionHeard(pair, "long");
  expect(exposure.addedTo(pair, "long")).toBe("1");
});
