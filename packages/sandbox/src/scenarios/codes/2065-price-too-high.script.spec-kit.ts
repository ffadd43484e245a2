import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2065: a buy more than a tenth above the tag price",
  { covers: { codes: [2065], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "60000"));
    alice.expectRefusal(2065);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
