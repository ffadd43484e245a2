import { script } from "../script.spec-kit.js";

export default script(
  "spot deals are a list",
  { covers: { happy: ["spot.getDeals"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getDeals", { pair: "BTC_USDT", size: "5" });
    alice.expectReply({ state: 0, result: [], cmd: "deals", ver: "3" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
