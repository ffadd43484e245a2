import { script } from "../script.spec-kit.js";

export default script(
  "coin-margined funding rates are told by pair",
  { covers: { happy: ["coin.getFundingRates"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getFundingRates", {});
    alice.expectReply({ cmd: "bcFundRate", result: { "5BTC_USD": { pair: "5BTC_USD" } } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
