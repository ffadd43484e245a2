import { script } from "../script.spec-kit.js";

export default script(
  "spot candles follow from what the agents trade",
  { covers: { happy: ["spot.getKlines"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();
    scene.passes(60_000);

    await alice.calls("spot.getKlines", { pair: "BTC_USDT", period: "1min", size: "1" });
    alice.expectReply({ state: 0, cmd: "kline", ver: "3" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
