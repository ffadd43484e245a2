import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "open orders come with page and total",
  { covers: { happy: ["usdt.getOpenOrders"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "77" }));
    const order_id = alice.orderId;
    await alice.passesOver();
    await alice.remembers();

    await alice.calls("usdt.getOpenOrders", { order_side: 1 });
    alice.expectReply({ result: { p: 1, t: 1, o: [{ oi: order_id, q: "0.01", s: 1 }] } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
