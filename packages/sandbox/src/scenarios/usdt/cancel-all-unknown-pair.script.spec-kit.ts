import { script } from "../script.spec-kit.js";

export default script(
  "cancelling everything of an unknown pair is refused",
  { covers: { codes: [3016], unhappy: ["usdt.cancelAllOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.cancelAllOrders", { pair: "4NONE_USDT" });
    alice.expectRefusal(3016);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
