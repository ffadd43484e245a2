import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "a close beyond the price at which all is lost is refused",
  { covers: { codes: [2066], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice } = await holdingFixedLong(scene, 100);

    // The margin is a hundredth: below 47263.59 nothing of it is left.
    await alice.calls("usdt.placeOrder", closeLong("0.01", "47000"));
    alice.expectRefusal(2066);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
