import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "margin is added to a fixed position: liquidation moves away",
  { covers: { happy: ["usdt.adjustMargin"] } },
  async (scene) => {
    const { alice } = await holdingFixedLong(scene, 20);

    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "10", side: 1 });
    alice.expectReply();

    await alice.expectPushes(
      { contract_order: { sd: 1, md: 2, mg: "33.8705" } },
      { contract_assets: { mf: "33.8705", mc: "0", b: "965.843054" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, mg: "33.8705", l: "20", md: 2 },
      { sd: 2, hc: "0" },
    ]);
  },
);
