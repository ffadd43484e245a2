import { script } from "../script.spec-kit.js";

export default script(
  "spot candles need a period",
  { covers: { codes: [3002], unhappy: ["spot.getKlines"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getKlines", { pair: "BTC_USDT" });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
