import { script } from "../script.spec-kit.js";

export default script(
  "pairs tell how fine their prices are",
  { covers: { happy: ["spot.getPairs"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getPairs", {});
    alice.expectReply({ result: [{ pair: "BTC_USDT", decimal: 2 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
