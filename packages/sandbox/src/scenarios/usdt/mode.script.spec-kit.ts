import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a position moves from cross to fixed with its margin",
  { covers: { happy: ["usdt.setModeAndLeverage"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 20, leverage_short: 5 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectReply({ result: "success", cmd: "changeMode" });

    await alice.expectPushes(
      { contract_order: { sd: 1, md: 2, l: "20", mg: "23.8705" } },
      { contract_assets: { mf: "23.8705", mc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, md: 2, l: "20", mg: "23.8705" },
      { sd: 2, hc: "0" },
    ]);
  },
);
