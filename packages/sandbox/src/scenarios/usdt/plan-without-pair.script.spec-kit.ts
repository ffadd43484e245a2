import { script } from "../script.spec-kit.js";

export default script(
  "a plan without a pair is refused when no position fits",
  { covers: { codes: [3016], unhappy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placePlanOrder", {
      price: "0",
      trigger_price: "50000",
      amount: "0.001",
      side: 1,
      plan_type: 1,
      book_type: 1,
    });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
