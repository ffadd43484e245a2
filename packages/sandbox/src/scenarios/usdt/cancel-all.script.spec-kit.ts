import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "cancelling everything leaves other contracts alone",
  { covers: { happy: ["usdt.cancelAllOrders"] }, sandbox: { pairs: ["4BTC_USDT", "4XRP_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("10", "0.8", { pair: "4XRP_USDT" }));
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    const order_id = alice.orderId;
    await alice.passesOver();
    await alice.calls("usdt.cancelAllOrders", { pair: "4BTC_USDT" });
    alice.expectReply({ result: "success", cmd: "closeAll" });

    scene.passes(5);
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 5 } }, { contract_assets: {} });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ pi: "4XRP_USDT" }] });
  },
);
