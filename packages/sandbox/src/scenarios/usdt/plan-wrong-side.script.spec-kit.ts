import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a take-profit below the last price is refused",
  { covers: { codes: [2034], unhappy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.placePlanOrder", {
      pair: "4BTC_USDT",
      price: "0",
      trigger_price: "40000",
      amount: "0.001",
      side: 1,
      plan_type: 1,
      book_type: 1,
    });
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
