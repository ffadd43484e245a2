import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "another deployment has another name in its headers",
  {
    covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [3012] },
    sandbox: { serviceName: "acme" },
  },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const headers = { "acme-api-key": undefined, "svc-api-key": alice.key.apiKey };
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"), { headers });
    alice.expectRefusal(3012);

    await alice.expectPushes({ contract_pending: { s: 1 } }, { contract_assets: { fc: "45.513" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
