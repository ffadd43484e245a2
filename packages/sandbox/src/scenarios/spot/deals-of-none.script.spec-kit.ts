import { script } from "../script.spec-kit.js";

export default script(
  "no deals are no number of deals",
  { covers: { codes: [3000], unhappy: ["spot.getDeals"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getDeals", { pair: "BTC_USDT", size: "0" });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
