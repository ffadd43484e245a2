import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2067: a market order while the operator allows limit orders alone",
  { covers: { codes: [2067], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "markets/4BTC_USDT", { limitOnly: true });
    scene.expectOperated({ pair: "4BTC_USDT", limitOnly: true });

    await alice.calls("usdt.placeOrder", openLong("0.01"));
    alice.expectRefusal(2067);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
