import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2068: an amount below 0.0001",
  { covers: { codes: [2068], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.00009", "45000"));
    alice.expectRefusal(2068);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
