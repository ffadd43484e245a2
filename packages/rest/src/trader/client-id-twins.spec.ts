import { expect, it } from "vitest";
import { haltScene } from "../spec-kit/halt-scene.spec-kit.js";

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
