import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2078: a price finer than the contract has",
  { covers: { codes: [2078], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000.05"));
    alice.expectRefusal(2078);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
