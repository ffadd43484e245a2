import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "where client ids are unique, the second order of one is refused",
  {
    covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [2034] },
    sandbox: { clientIds: "unique" },
  },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "5" }));
    alice.expectReply({ status: 1, client_oid: "5" });
    await alice.calls("usdt.placeOrder", openLong("0.01", "44000", { client_oid: "5" }));
    alice.expectRefusal(2034);

    await alice.expectPushes({ contract_pending: { coi: "5", p: "45000" } }, { contract_assets: {} });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrdersByClientOrderId", { order_ids: ["5"] }, [{ coi: "5", p: "45000" }]);
  },
);
