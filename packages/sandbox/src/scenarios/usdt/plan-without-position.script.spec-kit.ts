import { script } from "../script.spec-kit.js";

export default script(
  "a plan for a position that nobody has is refused",
  { covers: { codes: [2034], unhappy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placePlanOrder", {
      pair: "4BTC_USDT",
      price: "0",
      trigger_price: "50000",
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
