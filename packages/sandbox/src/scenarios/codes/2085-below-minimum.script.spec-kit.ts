import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2085: an amount below the contract's unit",
  { covers: { codes: [2085], unhappy: ["usdt.placeOrder"] }, sandbox: { pairs: ["4BTC_USDT", "4XRP_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.5", "0.8", { pair: "4XRP_USDT" }));
    alice.expectRefusal(2085);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
