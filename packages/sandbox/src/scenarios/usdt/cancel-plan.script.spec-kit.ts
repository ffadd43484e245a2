import { script } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default script("a plan is taken back", { covers: { happy: ["usdt.cancelPlanOrder"] } }, async (scene) => {
  const { alice } = await holdingProtectedLong(scene);

  const { result } = await alice.looksUp("usdt.getPlanOrders");
  const [loss] = result as readonly { readonly oi: string }[];
  await alice.calls("usdt.cancelPlanOrder", { order_id: loss?.oi });
  alice.expectReply({ result: "success", cmd: "planClose" });

  await alice.expectPushes(
    { base_u_plan_order_v3: { oi: loss?.oi, tp: "45000", pt: 2, s: 3 } },
    { contract_order: { hc: "0.01", pp: "0.01", ps: "0" } },
  );
  await scene.expectLedgerZero();
  await alice.expectRecord("usdt.getPlanOrders", {}, [{ tp: "50000", pt: 1, s: 1 }]);
});
