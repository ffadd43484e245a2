import { describe, expect, it } from "vitest";
import { haltScene } from "../spec-kit/halt-scene.spec-kit.js";
import { ClientIdTwins } from "./client-id-twins.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

it("a second order with a client id of this client's is told once, whether a search finds it or the stream shows it", async () => {
  const { trader, settle, foreign, events } = haltScene(({ target }) =>
    target.endsWith("order/open") ? "lost" : "answered",
  );
  const placing = trader.place({ ...order, clientOrderId: "7" });
  const { oi } = foreign({ coi: "7" });
  const placed = await settle(placing, 200_000);
  const twins = (): unknown => events.filter(({ kind }) => kind === "client-order-id-twice");
  const told = [
    { kind: "client-order-id-twice", clientOrderId: "7", orderIds: [expect.any(String), expect.any(String)] },
  ];
  expect(twins()).toEqual(told);
  const other = placed.orderId === oi ? "100" : oi;
  trader.heard({ ...placed.latest, orderId: other as never, clientOrderId: "7" as never });
  expect(twins()).toEqual(told);
});

describe("second orders with one client id", () => {
  function told(tellOf: (twins: ClientIdTwins) => void): readonly string[] {
    const pairs: string[] = [];
    tellOf(new ClientIdTwins((clientOrderId, [known, other]) => pairs.push(`${clientOrderId}: ${known} ${other}`)));
    return pairs;
  }

  it("are told once a pair, whichever of the two was known first", () => {
    const pairs = told((twins) => {
      twins.met("7", "1", "23");
      twins.met("7", "23", "1");
      twins.met("8", "12", "3");
      twins.met("7", "1", "4");
    });
    expect(pairs).toEqual(["7: 1 23", "8: 12 3", "7: 1 4"]);
  });

  it("are told once each, where a later look holds them against another one of them", () => {
    const pairs = told((twins) => {
      twins.settled("7", { kind: "placed", orders: [{ orderId: "1" }, { orderId: "2" }, { orderId: "3" }] as never });
      twins.met("7", "3", "1");
      twins.met("7", "3", "2");
      twins.met("7", "3", "4");
    });
    expect(pairs).toEqual(["7: 1 2", "7: 1 3", "7: 3 4"]);
  });

  it.each(["placed", "rejected"] as const)("are told where a search finds %s orders", (kind) => {
    const orders = [{ orderId: "1" }, { orderId: "2" }, { orderId: "3" }] as never;
    expect(told((twins) => twins.settled("7", { kind, orders }))).toEqual(["7: 1 2", "7: 1 3"]);
  });

  it("are none where a search finds one order, none, or cannot tell", () => {
    const pairs = told((twins) => {
      twins.settled("7", { kind: "placed", orders: [{ orderId: "1" }] as never });
      twins.settled("7", { kind: "placed", orders: [] });
      twins.settled("7", { kind: "not-placed" });
      const candidates = [{ orderId: "1" }, { orderId: "2" }] as never;
      twins.settled("7", { kind: "unknown", reason: "look-alikes", candidates });
    });
    expect(pairs).toEqual([]);
  });

  it("are remembered over 998 other orders, and no longer", () => {
    const afterOthers = (count: number): number =>
      told((twins) => {
        twins.met("7", "1", "2");
        for (let other = 3; other < 3 + count; other++) {
          twins.met("7", "1", String(other));
        }
        twins.met("7", "1", "2");
      }).length;
    expect(afterOthers(998)).toBe(999);
    expect(afterOthers(999)).toBe(1_001);
  });
});
