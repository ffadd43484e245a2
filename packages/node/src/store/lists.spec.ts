import type { DeliveredFact } from "@depthwire/account";
import type { AccountBeginning } from "@depthwire/account/internal";
import type { UnknownOutcome } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { DeliveredList, isDeliveredRecord } from "./delivered-list.js";
import { IntentList, isIntentRecord } from "./intent-list.js";

describe("what was delivered", () => {
  const limits = { keptOrders: 10, keptChanges: 10 };
  const beginning = { beforeMs: 5, openIds: [], finishedIds: [], changeIds: [], takenAtMs: 7 } as AccountBeginning;
  const order = (id: number, status = "filled", dealQuantity = "1") =>
    ({
      kind: "order",
      order: { orderId: String(id), status, dealQuantity, createdAtMs: 100 + id },
    }) as unknown as DeliveredFact;
  const fill = (id: number, dealQuantity = "1") =>
    ({ kind: "fill", fill: { orderId: String(id), fillId: `f${id}`, dealQuantity } }) as unknown as DeliveredFact;
  const change = (id: number) =>
    ({ kind: "position-change", change: { positionChangeId: String(id) } }) as unknown as DeliveredFact;

  function listOf(...facts: readonly DeliveredFact[]): DeliveredList {
    const list = new DeliveredList(limits);
    list.apply({ beginning });
    for (const [at, fact] of facts.entries()) {
      list.apply({ fact, atMs: 1_000 + at });
    }
    return list;
  }

  const idsOf = (list: DeliveredList): readonly string[] =>
    Array.from(list.history?.facts ?? [], (fact) =>
      fact.kind === "order"
        ? `order ${fact.order.orderId}`
        : fact.kind === "fill"
          ? `fill ${fact.fill.orderId}`
          : `change ${fact.change.positionChangeId}`,
    );

  it("is nothing before a beginning, and as late as its last fact, or its beginning", () => {
    expect(new DeliveredList(limits).history).toBeUndefined();
    expect(listOf().history).toEqual({ beginning, facts: [], lastMs: 7 });
    expect(listOf(change(1), change(2)).history?.lastMs).toBe(1_001);
  });

  it("says the same in its summary, which any list takes in", () => {
    const list = listOf(fill(1), order(1), change(1), order(2, "open", "0"), fill(3));
    const again = new DeliveredList(limits);
    for (const record of list.summary()) {
      expect(isDeliveredRecord(record)).toBe(true);
      again.apply(record);
    }
    expect(again.history).toEqual(list.history);
    expect([...new DeliveredList(limits).summary()]).toEqual([]);
  });

  it("wants the first of an order and its end, and every fill and change", () => {
    const list = listOf(order(1, "open", "0"));
    expect(
      [
        order(1, "partly-filled"),
        order(1, "unknown:9"),
        order(1),
        order(1, "cancelled"),
        order(2, "open"),
        fill(1),
        change(1),
      ].map((fact) => list.wants(fact)),
    ).toEqual([false, false, true, true, true, true, true]);
  });

  it("forgets the oldest changes once a tenth too many are there", () => {
    const changes = (count: number) => Array.from({ length: count }, (_, at) => change(at + 1));
    expect(idsOf(listOf(...changes(11)))).toHaveLength(11);
    expect(idsOf(listOf(...changes(12)))).toEqual(Array.from({ length: 10 }, (_, at) => `change ${at + 3}`));
  });

  it("forgets the oldest orders that are told whole, and counts what was placed before them as told", () => {
    const whole = (count: number) => Array.from({ length: count }, (_, at) => [fill(at + 1), order(at + 1)]).flat();
    const kept = listOf(order(0, "open", "0"), fill(99), ...whole(11));
    expect([idsOf(kept).length, kept.history?.beginning.beforeMs]).toEqual([24, 5]);
    const list = listOf(order(0, "open", "0"), fill(99), ...whole(12));
    expect(idsOf(list).slice(0, 4)).toEqual(["order 0", "fill 99", "fill 3", "order 3"]);
    expect(list.history?.beginning).toEqual({ ...beginning, beforeMs: 103 });
  });
});

describe("what was intended", () => {
  const intent = (id: string | undefined, operation = "placeOrder") =>
    ({ operation, signedAtMs: 7, ...(id === undefined ? {} : { clientOrderId: id }) }) as UnknownOutcome;

  function listOf(...ids: readonly string[]): IntentList {
    const list = new IntentList({ keptFinished: 10, keptAnswered: 10 });
    for (const id of ids) {
      list.apply({ n: list.nextNumber, intent: intent(id) });
    }
    return list;
  }
  const remembered = (list: IntentList) =>
    list.remembered().intents.map((one) => `${one.intent.clientOrderId ?? one.intent.operation} ${one.end}`);

  it("is told how it ended, once, by its client id", () => {
    const list = listOf("a", "b");
    expect(list.endOf(intent("a"), "answered")).toEqual({ n: 1, end: "answered" });
    list.apply({ n: 1, end: "answered" });
    expect(list.endOf(intent("a"), "answered")).toBeUndefined();
    expect(list.endOf(intent("a"), "refused")).toEqual({ n: 1, end: "finished" });
    list.apply({ n: 1, end: "finished" });
    expect(list.endOf(intent("a"), "unknown")).toBeUndefined();
    expect(list.endOf(intent("c"), "answered")).toBeUndefined();
    expect(remembered(list)).toEqual(["a finished", "b undefined"]);
  });

  it("of a call without an id is kept only while its end is not known", () => {
    const list = listOf();
    list.apply({ n: 1, intent: intent(undefined, "transfer") });
    list.apply({ n: 2, intent: intent(undefined, "transfer") });
    expect(list.endOf(intent(undefined, "transfer"), "unknown")).toEqual({ n: 2, end: "unknown" });
    expect(list.endOf(intent(undefined, "transfer"), "answered")).toEqual({ n: 2, end: "not-sent" });
    list.apply({ n: 2, end: "not-sent" });
    expect(list.endOf(intent(undefined, "transfer"), "refused")).toEqual({ n: 1, end: "not-sent" });
    list.apply({ n: 9, end: "answered" });
    expect(remembered(list)).toEqual(["transfer undefined"]);
    expect(list.nextNumber).toBe(3);
  });

  it("once more under the same id takes the place of the one before", () => {
    const list = listOf("a", "b", "a");
    expect(remembered(list)).toEqual(["b undefined", "a undefined"]);
  });

  it("says the same in its summary, with a halt, which any list takes in", () => {
    const list = listOf("a", "b", "c");
    list.apply({ n: 2, end: "unknown" });
    const halt = { reason: "enough", sinceMs: 5, scope: "own", plans: "keep" } as const;
    list.apply({ halt });
    const again = listOf();
    for (const record of list.summary()) {
      expect(isIntentRecord(record)).toBe(true);
      again.apply(record);
    }
    expect(again.remembered()).toEqual({ ...list.remembered(), halt });
    expect(again.nextNumber).toBe(4);
    again.apply({ halt: null });
    expect(again.remembered().halt).toBeUndefined();
  });

  it.each(["finished", "answered"] as const)(
    "forgets the oldest that are %s once a tenth too many are there",
    (end) => {
      const ids = Array.from({ length: 13 }, (_, at) => `id${at + 1}`);
      const list = listOf(...ids);
      for (let n = 1; n <= 11; n++) {
        list.apply({ n, end });
      }
      expect(remembered(list)).toHaveLength(13);
      list.apply({ n: 12, end });
      expect(remembered(list)).toEqual([...ids.slice(2, 12).map((id) => `${id} ${end}`), "id13 undefined"]);
    },
  );

  it.each([
    [{ halt: null }, true],
    [{ halt: { reason: "a", sinceMs: 1, scope: "own", plans: "keep" } }, true],
    [{ halt: { reason: "a", sinceMs: 1, scope: "own" } }, false],
    [{ n: 1, end: "answered" }, true],
    [{ n: 1, end: "not-sent" }, true],
    [{ n: 1, end: "over" }, false],
    [{ end: "answered" }, false],
    [{ n: 1, intent: { operation: "a", signedAtMs: 1 } }, true],
    [{ n: 1, intent: { operation: "a", signedAtMs: 1 }, end: "refused" }, true],
    [{ n: 1, intent: { operation: "a", signedAtMs: 1 }, end: "over" }, false],
    [{ n: 1, intent: { operation: "a" } }, false],
    [{ intent: { operation: "a", signedAtMs: 1 } }, false],
  ])("%j is a record of a file: %s", (record, isOne) => {
    expect(isIntentRecord(record)).toBe(isOne);
  });
});
