import { script } from "../script.spec-kit.js";

export default script(
  "all markets are told at once",
  { covers: { happy: ["spot.getMarkets"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getMarkets", {});
    alice.expectReply({ result: [{ coin_symbol: "BTC", currency_symbol: "USDT" }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
