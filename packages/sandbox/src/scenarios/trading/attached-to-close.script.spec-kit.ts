import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "nothing can be attached to a closing order",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [2034] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const attached = { plan_type: 1, profit_price: "50000", loss_price: "45000" };
    await alice.calls("usdt.placeOrder", closeLong("0.01", "50000", attached));
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
