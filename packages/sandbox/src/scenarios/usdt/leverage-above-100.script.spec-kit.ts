import { script } from "../script.spec-kit.js";

export default script(
  "leverage above 100 is refused",
  { covers: { codes: [3000], unhappy: ["usdt.setModeAndLeverage"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.setModeAndLeverage", {
      pair: "4BTC_USDT",
      mode: 2,
      leverage_long: 101,
      leverage_short: 20,
    });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
