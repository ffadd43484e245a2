import { script } from "../script.spec-kit.js";

export default script(
  "a coin-margined contract tells how fine its prices are",
  { covers: { happy: ["coin.getPrecisions"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getPrecisions", {});
    alice.expectReply({ cmd: "bcUnit", result: [{ pair: "5BTC_USD", price_unit: 1, vol_unit: 0, value_unit: 0 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
