import { describe, expect, it } from "vitest";
import { haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

describe("a halt", () => {
  it.each(["heard before the answer", "never heard"])(
    "cancels an order that was taken and answered with 2091, %s",
    async (how) => {
      const at = scene(({ target, body = "{}" }) => {
        if (!target.endsWith("order/open") || String(JSON.parse(body).client_oid) !== "100") {
          return "answered";
        }
        if (how === "heard before the answer") {
          // The stream tells it while its answer is on the way; the order is the next that the venue keeps.
          at.trader.heard({
            ...order,
            orderId: "100",
            clientOrderId: "100",
            status: "open",
            dealQuantity: "0",
            dealPrice: "0",
          } as never);
        }
        return { refused: 2091, isCarriedOut: true };
      });
      const { trader, settle, open, foreign, client } = at;
      const refusal = trader.place({ ...order, clientOrderId: "100" }).catch((error: unknown) => error);
      expect(await settle(refusal)).toMatchObject({ venueCode: 2091 });
      await settle(trader.place(order));
      const theirs = foreign({ coi: "123" });
      expect(client.sentOrders.find({ clientOrderId: "100" })?.progress).toBe(
        how === "never heard" ? "finished" : "open",
      );
      expect(await settle(trader.halt("enough"))).toBe("reached");
      expect(open()).toEqual([theirs.oi]);
    },
  );

  it("is reached where the record of one order makes whoever listens throw, and says what was thrown", async () => {
    const { trader, client, settle, open, foreign, events } = scene();
    await settle(trader.place(order));
    const theirs = foreign({ coi: "123" });
    const heard = client.sentOrders.heard.bind(client.sentOrders);
    const error = new TypeError("an impossible record");
    client.sentOrders.heard = (record) => {
      if (record.orderId === theirs.oi) {
        throw error;
      }
      return heard(record);
    };
    expect(await settle(trader.halt("enough"))).toBe("reached");
    expect(open()).toEqual([theirs.oi]);
    expect(events).toContainEqual({ kind: "halt-round-failed", error });
  });

  it("is reached where its listener throws at everything that it is told", async () => {
    const told: string[] = [];
    const { trader, client, settle, open } = scene(
      ({ target }) => (target.endsWith("order/open") ? "cut" : "answered"),
      {
        listener: ({ kind }) => {
          told.push(kind);
          throw new TypeError("a listener that fails");
        },
      },
    );
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    expect(await settle(trader.halt("enough"), 120_000)).toBe("reached");
    expect(open()).toEqual([]);
    expect(told).toEqual(["halted", "halt-waiting", "halt-reached"]);
  });
});
