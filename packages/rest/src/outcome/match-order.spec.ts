import { expect, it } from "vitest";
import { match } from "./match-order.js";
import type { FoundOrder, OrderToFind } from "./order-verdict.js";

const sent: OrderToFind = {
  operation: "placeOrder",
  signedAtMs: 100_000,
  clientOrderId: "77",
  pair: "4BTC_USDT",
  side: "open-long",
  quantity: "0.10",
  price: "60000",
};
const found = { ...sent, quantity: "0.1", orderId: "1", createdAtMs: 100_000, status: "open" } as unknown as FoundOrder;
const withId = (clientOrderId: string | undefined): FoundOrder => ({ ...found, clientOrderId }) as FoundOrder;

it.each([
  ["77", "same"],
  ["76", "other"],
  ["770", "other"],
  ["70", "other"],
  [undefined, "look-alike"],
  ["", "look-alike"],
  ["0", "look-alike"],
  ["000", "look-alike"],
] as const)("a record with the id %j is %s", (id, expected) => {
  expect(match(sent, withId(id))).toBe(expected);
});

it("a record is older than the signature by five seconds at most", () => {
  const at = (createdAtMs: number): FoundOrder => ({ ...found, createdAtMs });
  expect(match(sent, at(95_000))).toBe("same");
  expect(match(sent, at(94_999))).toBe("other");
});

it.each([{ pair: "4ETH_USDT" }, { side: "open-short" }, { quantity: "0.11" }, { price: "60001" }] as const)(
  "a record that differs in one thing is another order's, whatever its id: %j",
  (difference) => {
    expect(match(sent, { ...found, ...difference } as unknown as FoundOrder)).toBe("other");
  },
);

it("the price of an order at the market is not held against the record, all else is", () => {
  const atMarket = { ...sent, type: "market" } as const;
  const filled = { ...found, price: "60001" } as unknown as FoundOrder;
  expect(match(atMarket, filled)).toBe("same");
  expect(match(atMarket, { ...filled, pair: "4ETH_USDT" } as unknown as FoundOrder)).toBe("other");
});

it("what was not sent is not held against the record", () => {
  const { operation, signedAtMs, clientOrderId } = sent;
  expect(match({ operation, signedAtMs, clientOrderId }, found)).toBe("same");
});

it.each([
  ["007", "7", "look-alike"],
  ["007", "70", "other"],
  ["007", "007", "same"],
  ["12ab", "12", "look-alike"],
  ["mm-1", "1", "other"],
  ["mm-1", "0", "look-alike"],
  ["mm-1", "mm-1", "same"],
  ["mm-1", "mm-10", "other"],
] as const)("to an order with the id %j, which is no integer, a record with %j is %s", (sentId, foundId, expected) => {
  expect(match({ ...sent, clientOrderId: sentId }, withId(foundId))).toBe(expected);
});

it.each([
  ["9007199254740993", "9007199254740992", "look-alike"],
  ["9007199254740993", "9007199254740995", "other"],
  ["9007199254740991", "9007199254740992", "other"],
] as const)(
  "to an order with the long id %j a record with %j is %s: a peer may have rounded it",
  (sentId, foundId, expected) => {
    expect(match({ ...sent, clientOrderId: sentId }, withId(foundId))).toBe(expected);
  },
);
