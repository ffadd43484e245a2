import { script } from "../script.spec-kit.js";

export default script(
  "cancelling a plan that nobody has is refused",
  { covers: { codes: [2040], unhappy: ["usdt.cancelPlanOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.cancelPlanOrder", { order_id: "11258999068426299" });
    alice.expectRefusal(2040);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
