import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "nobody closes more than he has",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [2034] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.placeOrder", closeLong("0.02"));
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
