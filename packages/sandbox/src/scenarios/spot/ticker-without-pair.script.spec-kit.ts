import { script } from "../script.spec-kit.js";

export default script(
  "a ticker needs a pair",
  { covers: { codes: [3002], unhappy: ["spot.getTicker"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.getTicker", {});
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
