import { expect } from "vitest";
import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an order that would meet its owner takes the one that waits out of the book",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    const waiting = alice.orderId;
    await alice.passesOver();
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 1 });
    const coming = alice.orderId;

    const news = await alice.stream.news();
    const orders = news.map(({ data }) => (data as { readonly contract_pending?: object }).contract_pending);
    expect(orders.filter((one) => one !== undefined)).toMatchObject([
      { oi: coming, s: 1 },
      { oi: waiting, s: 5, eq: "0" },
    ]);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrders", { order_ids: [waiting, coming] }, [{ s: 5 }, { s: 1 }]);
  },
);
