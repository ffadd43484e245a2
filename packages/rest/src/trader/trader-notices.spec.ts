import { expect, it } from "vitest";
import type { OrderState, TraderEvent } from "../index.js";
import { TraderNotices } from "./trader-notices.js";

const order = { orderId: "100", status: "filled", dealQuantity: "2" } as OrderState;

const notices: readonly [string, (notices: TraderNotices) => void, object, TraderEvent][] = [
  [
    "client-order-id-twice",
    (to) => to.twins("7", ["100", "101"]),
    { known: "100", other: "101" },
    { kind: "client-order-id-twice", clientOrderId: "7", orderIds: ["100", "101"] },
  ],
  [
    "answer-contradicted",
    (to) => to.contradicted("7", "999", order),
    { answered: "999", found: "100" },
    { kind: "answer-contradicted", clientOrderId: "7", answered: "999", order },
  ],
  [
    "answer-contradicted",
    (to) => to.contradicted("7", "999", undefined),
    { answered: "999", found: "" },
    { kind: "answer-contradicted", clientOrderId: "7", answered: "999", order: undefined },
  ],
  [
    "twin-finished",
    (to) => to.twinFinished(order),
    { orderId: "100", status: "filled", dealQuantity: "2" },
    { kind: "twin-finished", order },
  ],
  [
    "order-traded-less",
    (to) => to.tradedLess(order, "3"),
    { orderId: "100", knownQuantity: "3", dealQuantity: "2" },
    { kind: "order-traded-less", order, knownQuantity: "3" },
  ],
];

it.each(notices)("what a person should look at is logged as an error, and told: %s", (name, notify, fields, event) => {
  const log: unknown[][] = [];
  const told: TraderEvent[] = [];
  notify(
    new TraderNotices({ log: (...line) => void log.push(line) }, (one) => {
      told.push(one);
      throw new Error("the listener's own");
    }),
  );
  expect(told).toEqual([event]);
  expect(log).toEqual([
    ["error", name, fields],
    ["error", "listener-failed", { event: name, cause: "Error: the listener's own" }],
  ]);
  expect(() => notify(new TraderNotices(undefined, undefined))).not.toThrow();
});
