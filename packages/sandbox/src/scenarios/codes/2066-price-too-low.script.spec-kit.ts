import { openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2066: a sell more than a tenth below the tag price",
  { covers: { codes: [2066], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openShort("0.01", "30000"));
    alice.expectRefusal(2066);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
