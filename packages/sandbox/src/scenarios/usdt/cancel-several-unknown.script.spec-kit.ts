import { script } from "../script.spec-kit.js";

export default script(
  "cancelling several orders that nobody has is refused like the first",
  { covers: { codes: [2040], unhappy: ["usdt.cancelOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.cancelOrders", { order_ids: ["5", "6"] });
    alice.expectRefusal(2040);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
