import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2131: an amount above the largest single order",
  { covers: { codes: [2131], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ usdt: "50000000" });

    await alice.calls("usdt.placeOrder", openLong("101", "45000"));
    alice.expectRefusal(2131);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
