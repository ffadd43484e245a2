import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an account that may not order may still cancel",
  { covers: { happy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const order_id = alice.orderId;
    await alice.passesOver();
    await scene.operates("POST", `accounts/${alice.account}`, { restricted: true });
    await alice.calls("usdt.cancelOrder", { order_id });
    alice.expectReply({ result: "success" });
    scene.passes(5);

    await alice.expectPushes({ contract_pending: { oi: order_id, s: 5 } }, { contract_assets: { b: "1000" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5 });
  },
);
