import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "3024: an order with a key that may only read",
  { covers: { codes: [3024], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ key: { permissions: ["read"] } });

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(3024);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
