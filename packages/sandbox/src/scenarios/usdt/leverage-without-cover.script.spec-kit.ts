import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "leverage that would need more margin than there is is refused",
  { covers: { codes: [2027], unhappy: ["usdt.setModeAndLeverage"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene, "0.05");

    await alice.calls("usdt.setModeAndLeverage", { pair: "4BTC_USDT", mode: 1, leverage_long: 1, leverage_short: 1 });
    alice.expectRefusal(2027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
