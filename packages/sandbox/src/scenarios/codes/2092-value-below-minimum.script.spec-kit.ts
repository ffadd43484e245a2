import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2092: an order worth less than 1 USDT",
  { covers: { codes: [2092], unhappy: ["usdt.placeOrder"] }, sandbox: { pairs: ["4BTC_USDT", "4XRP_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("1", "0.8", { pair: "4XRP_USDT" }));
    alice.expectRefusal(2092);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
