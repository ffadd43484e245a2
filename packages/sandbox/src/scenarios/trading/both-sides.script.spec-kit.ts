import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a long and a short of one contract stand side by side",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice, bob } = await holdingLong(scene);

    await bob.calls("usdt.placeOrder", openLong("0.01", inside));
    await bob.passesOver();
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 3 });

    await alice.expectPushes(
      { contract_pending: { sd: 2, s: 1 } },
      { contract_assets: {} },
      { contract_detail: { sd: 2, ep: "0.01" } },
      { contract_pending: { sd: 2, s: 3 } },
      { contract_order: { sd: 2, hc: "0.01" } },
      { contract_assets: { mc: "95.482" } },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01" },
      { sd: 2, hc: "0.01" },
    ]);
  },
);
