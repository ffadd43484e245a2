import { script } from "../script.spec-kit.js";

export default script(
  "coin-margined tag prices are told by pair",
  { covers: { happy: ["coin.getTagPrices"] }, sandbox: { pairs: ["5BTC_USD"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.getTagPrices", {});
    alice.expectReply({ cmd: "bcTagPrice", result: { "5BTC_USD": { close: "47741.6000000000" } } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
