import { script } from "../script.spec-kit.js";

export default script(
  "an order that nobody has is not told",
  { covers: { codes: [2040], unhappy: ["usdt.getOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getOrder", { order_id: "11258999068426299" });
    alice.expectRefusal(2040);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
