import { script } from "../script.spec-kit.js";

export default script(
  "2040: cancelling an order that nobody has",
  { covers: { codes: [2040], unhappy: ["usdt.cancelOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.cancelOrder", { order_id: "11258999068426299" });
    alice.expectRefusal(2040);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
