import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default script(
  "a position that is closed takes its plans with it",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice } = await holdingProtectedLong(scene);

    await alice.calls("usdt.placeOrder", closeLong("0.01"));
    alice.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_pending: { sd: 3, s: 1 } },
      { contract_order: { hc: "0.01", lc: "0", pp: "0.01", ps: "0.01" } },
      { contract_detail: { sd: 3, dp: "47739.6", ep: "0.01", f: "0.2864376" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0", pp: "0", ps: "0" } },
      { contract_assets: { b: "999.4131164", mc: "0" } },
      { base_u_plan_order_v3: { tp: "50000", pt: 1, s: 3 } },
      { base_u_plan_order_v3: { tp: "45000", pt: 2, s: 3 } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
