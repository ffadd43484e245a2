import { script } from "../script.spec-kit.js";

export default script(
  "cancelling the plans of an unknown pair is refused",
  { covers: { codes: [3016], unhappy: ["usdt.cancelAllPlanOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.cancelAllPlanOrders", { pair: "4NONE_USDT" });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
