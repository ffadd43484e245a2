import { script } from "../script.spec-kit.js";

export default script(
  "a ticker has the best quotes",
  { covers: { happy: ["spot.getTicker"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getTicker", { pair: "BTC_USDT" });
    alice.expectReply({ result: { pair: "BTC_USDT", buy: "47739.69", sell: "47743.51" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
