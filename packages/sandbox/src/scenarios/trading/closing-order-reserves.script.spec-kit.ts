import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a closing order that waits takes its part of what can be closed",
  { covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [2034] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.placeOrder", closeLong("0.01", "50000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.calls("usdt.placeOrder", closeLong("0.001"));
    alice.expectRefusal(2034);
    await alice.expectPushes(
      { contract_pending: { oi: order_id, sd: 3, s: 1 } },
      { contract_order: { hc: "0.01", lc: "0" } },
    );

    await alice.calls("usdt.cancelOrder", { order_id });
    scene.passes(5);
    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 5 } },
      { contract_order: { hc: "0.01", lc: "0.01" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01", lc: "0.01" },
      { sd: 2, hc: "0" },
    ]);
  },
);
