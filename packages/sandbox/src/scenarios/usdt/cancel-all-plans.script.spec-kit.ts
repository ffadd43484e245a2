import { script } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default script(
  "all plans are taken back, the oldest first",
  { covers: { happy: ["usdt.cancelAllPlanOrders"] } },
  async (scene) => {
    const { alice } = await holdingProtectedLong(scene);

    await alice.calls("usdt.cancelAllPlanOrders", {});
    alice.expectReply({ result: "success", cmd: "planCloseAll" });

    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "50000", pt: 1, s: 3 } },
      { base_u_plan_order_v3: { tp: "45000", pt: 2, s: 3 } },
      { contract_order: { hc: "0.01", pp: "0", ps: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
