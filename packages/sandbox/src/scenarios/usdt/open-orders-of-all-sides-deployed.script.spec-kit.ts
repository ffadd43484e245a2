import { openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment tells open orders of all sides at once",
  { covers: { happy: ["usdt.getOpenOrders"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    await alice.calls("usdt.placeOrder", openShort("0.01", "50000"));
    await alice.passesOver();
    await alice.remembers();

    await alice.calls("usdt.getOpenOrders", { pair: "4BTC_USDT" });
    alice.expectReply({ result: { p: 1, t: 2 } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
