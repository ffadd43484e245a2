import { script } from "../script.spec-kit.js";

export default script(
  "trade limits are told by the coin that prices are in",
  { covers: { happy: ["spot.getTradeLimits"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getTradeLimits", {});
    alice.expectReply({ result: { min_trade_money: { USDT: "1", BIX: "3" } } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
