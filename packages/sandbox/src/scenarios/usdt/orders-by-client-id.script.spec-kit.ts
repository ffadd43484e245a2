import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "orders are told by the ids that their owner gave them",
  { covers: { happy: ["usdt.getOrdersByClientOrderId"] } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "77" }));
    const order_id = alice.orderId;
    await alice.passesOver();
    await alice.remembers();

    await alice.calls("usdt.getOrdersByClientOrderId", { order_ids: ["77", "78"] });
    alice.expectReply({ result: [{ oi: order_id, coi: "77" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
