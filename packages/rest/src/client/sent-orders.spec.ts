import type { UnknownOutcome } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { SentOrders } from "./sent-orders.js";

const intentOf = (clientOrderId: string): UnknownOutcome => ({ operation: "placeOrder", signedAtMs: 1, clientOrderId });

/** Orders that were sent with these ids. */
function sent(clientOrderIds: readonly string[], keptOrders?: number): SentOrders {
  const orders = new SentOrders(keptOrders);
  for (const id of clientOrderIds) {
    orders.claim(id);
    orders.began(intentOf(id), false);
  }
  return orders;
}

describe("orders that were sent", () => {
  it("tell their listeners when an order is heard of whose outcome was open, and not for each later word", () => {
    const orders = sent(["a", "b"]);
    let changes = 0;
    const stop = orders.onChange(() => {
      changes += 1;
    });
    orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
    expect(changes).toBe(1);
    orders.heard({ orderId: "1", clientOrderId: "a", status: "partly-filled" });
    expect(changes).toBe(1);
    orders.ended("b", "unknown");
    expect(changes).toBe(2);
    orders.heard({ orderId: "2", clientOrderId: "b", status: "filled" });
    expect(changes).toBe(3);
    stop();
    orders.ended("a", "answered");
    expect(changes).toBe(3);
  });

  it("are found by every id of the venue's that came with one of the caller's", () => {
    const orders = sent(["a"]);
    expect(orders.heard({ orderId: "1", clientOrderId: "a", status: "open" })).toBeUndefined();
    for (const orderId of ["2", "2", "3"]) {
      expect(orders.heard({ orderId, clientOrderId: "a", status: "open" })).toBe("1");
    }
    expect(["1", "2", "3", "4"].map((orderId) => orders.find({ orderId })?.clientOrderId)).toEqual([
      "a",
      "a",
      "a",
      undefined,
    ]);
  });

  it("that are finished stay so, whatever older news come behind", () => {
    const orders = sent(["a"]);
    orders.heard({ orderId: "1", clientOrderId: "a", status: "cancelled" });
    orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
    expect(orders.unfinished()).toEqual([]);
    expect(orders.find({ orderId: "1" })).toMatchObject({ progress: "finished" });
  });

  it("that were heard of are open, whatever their calls say", () => {
    const orders = sent(["a"]);
    orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
    orders.ended("a", "refused");
    orders.freed("a");
    orders.ended("a", "not-sent");
    expect(orders.heard({ orderId: "1", clientOrderId: "a", status: "open" })).toBeUndefined();
    expect(orders.unfinished()).toMatchObject([{ clientOrderId: "a", orderId: "1", progress: "open" }]);
    expect(() => orders.claim("a")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  it("that were refused without a look are open once they are shown, and their ids are free until then", () => {
    const orders = sent(["a", "b"]);
    for (const id of ["a", "b"]) {
      orders.ended(id, "refused");
      orders.freed(id);
    }
    expect(() => orders.claim("a")).not.toThrow();
    orders.heard({ orderId: "1", clientOrderId: "b", status: "open" });
    expect(orders.unfinished()).toMatchObject([{ clientOrderId: "a" }, { orderId: "1", progress: "open" }]);
    expect(() => orders.claim("b")).toThrow(expect.objectContaining({ code: "value-invalid" }));
    orders.heard({ orderId: "1", clientOrderId: "b", status: "cancelled" });
    expect(orders.unfinished()).toMatchObject([{ clientOrderId: "a" }]);
  });

  it("that were refused without a look stay, where their ids are used again and nothing is sent", () => {
    const orders = sent(["a"]);
    orders.ended("a", "refused");
    orders.freed("a");
    orders.claim("a");
    orders.release("a");
    expect(orders.unfinished()).toEqual([]);
    orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
    expect(orders.unfinished()).toMatchObject([{ clientOrderId: "a", orderId: "1", progress: "open" }]);
  });

  it("that were refused during a halt are like any other for the next one", () => {
    const orders = sent([]);
    orders.claim("a");
    orders.began(intentOf("a"), true);
    orders.ended("a", "refused");
    orders.freed("a");
    orders.resumed();
    orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
    expect(orders.unfinished()).toMatchObject([{ orderId: "1", isSentWhileHalted: false }]);
  });

  it("are forgotten oldest first once they are finished, under all their ids; those that are not finished stay", () => {
    const orders = sent(["open", "a", "b", "c"], 2);
    for (const [at, id] of ["a", "b", "c"].entries()) {
      orders.heard({ orderId: `${at}`, clientOrderId: id, status: "filled" });
    }
    orders.heard({ orderId: "also-a", clientOrderId: "a", status: "open" });
    orders.claim("d");
    expect(["open", "a", "b", "c", "d"].filter((clientOrderId) => orders.find({ clientOrderId }))).toEqual([
      "open",
      "b",
      "c",
      "d",
    ]);
    expect(["0", "also-a", "1"].map((orderId) => orders.find({ orderId })?.clientOrderId)).toEqual([
      undefined,
      undefined,
      "b",
    ]);
    expect(() => orders.claim("a")).not.toThrow();
    expect(() => orders.claim("b")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  it("of which it is not known what became are finished where every order that it may be is, and open otherwise", () => {
    const finished = { orderId: "1", status: "cancelled" };
    const open = { orderId: "2", status: "open" };
    const verdictOf = (candidates: readonly object[] | undefined) =>
      ({ kind: "unknown", reason: "several-orders", candidates }) as never;
    for (const [candidates, left] of [
      [[finished, finished], 0],
      [[finished, open], 1],
      [undefined, 1],
    ] as const) {
      const orders = sent(["a"]);
      let changes = 0;
      orders.onChange(() => {
        changes += 1;
      });
      orders.settled("a", verdictOf(candidates));
      expect([orders.unfinished().length, changes]).toEqual([left, 1 - left]);
    }
  });

  it("are told to whoever waits for their end once, with what was sent, and verdicts to whoever waits for those", () => {
    const orders = sent(["a", "b"]);
    const told: unknown[] = [];
    const stopFinished = orders.onFinished(({ clientOrderId }) => told.push(clientOrderId));
    const stopVerdicts = orders.onVerdict((clientOrderId, { kind }) => told.push([clientOrderId, kind]));
    orders.heard({ orderId: "1", clientOrderId: "a", status: "filled" });
    orders.heard({ orderId: "1", clientOrderId: "a", status: "filled" });
    orders.settled("b", { kind: "not-placed" });
    expect(told).toEqual(["a", ["b", "not-placed"], "b"]);
    stopFinished();
    stopVerdicts();
    orders.claim("c");
    orders.began(intentOf("c"), false);
    orders.settled("c", { kind: "not-placed" });
    expect(told).toHaveLength(3);
    expect(orders.unfinished()).toEqual([]);
  });

  it.each([
    ["open", 1],
    ["filled", 0],
  ])(
    "that were answered with another id than was heard are known by the answer's, and the other as one more: %s",
    (status, left) => {
      const orders = sent(["a"]);
      orders.heard({ orderId: "1", clientOrderId: "a", status: "open" });
      orders.answered({ orderId: "2", clientOrderId: "a", status } as never);
      expect(orders.unfinished()).toHaveLength(left);
      expect(orders.find({ clientOrderId: "a" })).toMatchObject({
        orderId: "2",
        progress: left === 1 ? "open" : "finished",
      });
      expect(orders.find({ orderId: "1" })).toMatchObject({ clientOrderId: "a" });
    },
  );

  it("are told to nobody as finished that were only about to be sent: no store knows them", () => {
    const orders = sent([]);
    const told: unknown[] = [];
    orders.onFinished((intent) => told.push(intent));
    orders.claim("a");
    orders.heard({ orderId: "1", clientOrderId: "a", status: "filled" });
    expect(orders.unfinished()).toEqual([]);
    expect(told).toEqual([]);
  });

  it("are all remembered as long as no more are finished than may be", () => {
    const ids = Array.from({ length: 100 }, (_, index) => `${index}`);
    const orders = sent(ids, 100);
    for (const id of ids) {
      orders.heard({ orderId: `of ${id}`, clientOrderId: id, status: "filled" });
    }
    orders.claim("next");
    expect(orders.find({ clientOrderId: "0" })).toMatchObject({ orderId: "of 0" });
    orders.heard({ orderId: "of next", clientOrderId: "next", status: "filled" });
    orders.claim("one more");
    expect(orders.find({ clientOrderId: "0" })).toBeUndefined();
    expect(orders.find({ clientOrderId: "1" })).toBeUndefined();
    expect(orders.find({ clientOrderId: "2" })).toMatchObject({ orderId: "of 2" });
  });

  it("of an earlier process are known as that", () => {
    const orders = sent(["b"]);
    orders.recall([
      { intent: intentOf("a"), end: "answered" },
      { intent: intentOf("c"), end: "not-sent" },
    ]);
    expect(orders.find({ clientOrderId: "c" })).toBeUndefined();
    expect(orders.find({ clientOrderId: "a" })).toMatchObject({ isRecalled: true, progress: "open" });
    expect(orders.find({ clientOrderId: "b" })).toMatchObject({ isRecalled: false, progress: "on-its-way" });
  });

  it("that the venue rejected are finished, and their ids are used", () => {
    const orders = sent(["a"]);
    orders.settled("a", {
      kind: "rejected",
      orders: [{ orderId: "1", clientOrderId: "a", status: "failed" }],
    } as never);
    expect(orders.unfinished()).toEqual([]);
    expect(orders.find({ orderId: "1" })).toMatchObject({ clientOrderId: "a", progress: "finished" });
  });

  it("that are not known any more end without a word to anybody", () => {
    const orders = sent([]);
    const told: unknown[] = [];
    orders.onChange(() => told.push("change"));
    orders.onVerdict((id) => told.push(id));
    orders.ended("a", "answered");
    orders.settled("a", { kind: "not-placed" });
    orders.release("a");
    orders.freed("a");
    orders.began(intentOf("a"), false);
    orders.doubted(intentOf("a"));
    orders.answered({ orderId: "1", clientOrderId: "a", status: "open" });
    orders.answered({ orderId: "1", clientOrderId: undefined, status: "open" });
    expect(told).toEqual([]);
    expect(orders.find({ clientOrderId: "a" })).toBeUndefined();
  });

  it("of a verdict without any order that is open are finished: it was answered, and waits no more", () => {
    const orders = sent(["a"]);
    orders.settled("a", { kind: "placed", orders: [] });
    expect(orders.unfinished()).toEqual([]);
    expect(() => orders.claim("a")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });
});
