import { script } from "../script.spec-kit.js";

export default script(
  "open orders need a side",
  { covers: { codes: [3002], unhappy: ["usdt.getOpenOrders"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getOpenOrders", { pair: "4BTC_USDT" });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
