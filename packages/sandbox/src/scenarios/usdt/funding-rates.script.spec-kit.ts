import { script } from "../script.spec-kit.js";

export default script(
  "funding rates are told by pair",
  { covers: { happy: ["usdt.getFundingRates"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getFundingRates", {});
    alice.expectReply({ state: 0, result: { "4BTC_USDT": { pair: "4BTC_USDT" } } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
