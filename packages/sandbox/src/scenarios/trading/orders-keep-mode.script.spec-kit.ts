import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "mode and leverage stay while orders wait",
  { covers: { unhappy: ["usdt.setModeAndLeverage"], codes: [2034] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    await alice.passesOver();
    await alice.remembers();
    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 20, leverage_short: 20 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
