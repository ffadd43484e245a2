import { script } from "../script.spec-kit.js";

export default script(
  "a contract has no spot depth",
  { covers: { codes: [3016], unhappy: ["spot.getDepth"] }, sandbox: { pairs: ["4BTC_USDT", "BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getDepth", { pair: "4BTC_USDT" });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
