import { script } from "../script.spec-kit.js";

export default script(
  "there are no candles of two minutes",
  { covers: { codes: [3000], unhappy: ["usdt.getKlines"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getKlines", { pair: "4BTC_USDT", period: "2min" });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
