import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "orders are told by their ids; those that nobody has are left out",
  { covers: { happy: ["usdt.getOrders"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "77" }));
    const order_id = alice.orderId;
    await alice.passesOver();
    await alice.remembers();

    await alice.calls("usdt.getOrders", { order_ids: [order_id, "5"] });
    alice.expectReply({ result: [{ oi: order_id, s: 1 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
