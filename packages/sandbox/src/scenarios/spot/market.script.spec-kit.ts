import { script } from "../script.spec-kit.js";

export default script(
  "a market tells its day",
  { covers: { happy: ["spot.getMarket"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getMarket", { pair: "BTC_USDT" });
    alice.expectReply({ result: { coin_symbol: "BTC", currency_symbol: "USDT" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
