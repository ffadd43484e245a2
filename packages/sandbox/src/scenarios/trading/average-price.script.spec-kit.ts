import { openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a second buy moves the open price to the average",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice, bob } = await holdingLong(scene);

    await bob.calls("usdt.placeOrder", openShort("0.01", "47742"));
    await bob.passesOver();
    await alice.calls("usdt.placeOrder", openLong("0.01", "47742"));
    alice.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_pending: { s: 1 } },
      { contract_assets: {} },
      { contract_detail: { dp: "47742", ep: "0.01" } },
      { contract_pending: { s: 3 } },
      { contract_order: { hc: "0.02", po: "47741.5", mg: "95.483" } },
      { contract_assets: { mc: "95.483" } },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.02", po: "47741.5" },
      { sd: 2, hc: "0" },
    ]);
  },
);
