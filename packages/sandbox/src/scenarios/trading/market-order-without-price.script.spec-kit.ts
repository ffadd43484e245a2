import { script } from "../script.spec-kit.js";

export default script(
  "the documents want a price of a market order too",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [3002] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", {
      pair: "4BTC_USDT",
      amount: "0.01",
      order_side: 1,
      order_type: 1,
      order_from: 6,
    });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
