import { script } from "../script.spec-kit.js";

export default script(
  "the plans of an unknown pair are not told",
  { covers: { codes: [3016], unhappy: ["usdt.getPlanOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getPlanOrders", { pair: "4NONE_USDT" });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
