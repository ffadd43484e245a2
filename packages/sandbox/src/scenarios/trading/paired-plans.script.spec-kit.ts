import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "of two attached plans one triggers and ends the other",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await bob.passesOver();
    const attached = { plan_type: 1, profit_price: "47742", loss_price: "45000" };
    await alice.calls("usdt.placeOrder", openLong("0.01", inside, attached));
    alice.expectReply({ status: 3 });
    await alice.passesOver();
    await bob.passesOver();
    await othersTradeAt(scene, "47743");

    // Orders of plans come from elsewhere than those of the API.
    await alice.expectPushes(
      { base_u_plan_order_v3: { tp: "47742", pt: 1, s: 2 } },
      { base_u_plan_order_v3: { tp: "45000", pt: 2, s: 5 } },
      { contract_pending: { sd: 3, q: "0.01", s: 1, of: 4 } },
      { contract_order: { hc: "0.01", lc: "0", pp: "0", ps: "0" } },
      { contract_detail: { sd: 3, dp: "47739.6", ep: "0.01", of: 4 } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0" } },
      { contract_assets: { b: "999.4131164", mc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
