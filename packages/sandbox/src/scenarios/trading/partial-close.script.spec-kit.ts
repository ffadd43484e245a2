import { closeLong, openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "closing part of a position pays its profit and gives its margin back",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice, bob } = await holdingLong(scene);

    await bob.calls("usdt.placeOrder", openLong("0.004", "47743"));
    await bob.passesOver();
    await alice.calls("usdt.placeOrder", closeLong("0.004", "47743"));
    alice.expectReply({ status: 3 });

    // 0.008 of profit, 19.0964 of margin, less a fee of 0.1145832.
    await alice.expectPushes(
      { contract_pending: { sd: 3, s: 1, fz: "0" } },
      { contract_order: { hc: "0.01", lc: "0.006" } },
      { contract_detail: { sd: 3, dp: "47743", ep: "0.004", f: "0.1145832" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0.006", lc: "0.006", mg: "28.6446" } },
      { contract_assets: { b: "970.9623708", mc: "28.6446" } },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord(
      "usdt.listPositionChanges",
      { pair: "4BTC_USDT", page: 1, size: 1 },
      {
        items: [{ log_type: 2, profit: "0.0080000000", fee: "0.1145832000" }],
      },
    );
  },
);
