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
