import { script } from "../script.spec-kit.js";

export default script(
  "a market that is not there is not told",
  { covers: { codes: [3016], unhappy: ["spot.getMarket"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getMarket", { pair: "NONE_USDT" });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
