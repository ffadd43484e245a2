import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2027: an order that costs more than there is",
  { covers: { codes: [2027], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.3", "45000"));
    alice.expectRefusal(2027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
