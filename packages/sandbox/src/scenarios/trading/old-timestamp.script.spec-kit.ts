import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a timestamp is good for thirty seconds, and no longer",
  { covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [3025] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"), { timestamp: scene.now() - 30_001 });
    alice.expectRefusal(3025);
    await alice.expectNothingHappened();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"), { timestamp: scene.now() - 30_000 });
    alice.expectReply({ status: 1 });

    await alice.expectPushes({ contract_pending: { s: 1 } }, { contract_assets: { fc: "45.513" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
