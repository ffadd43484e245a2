import { script } from "../script.spec-kit.js";

export default script(
  "a contract tells how fine its prices are",
  { covers: { happy: ["usdt.getPrecisions"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getPrecisions", {});
    alice.expectReply({ result: [{ pair: "4BTC_USDT", price_unit: 1, vol_unit: 4, value_unit: 4 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
