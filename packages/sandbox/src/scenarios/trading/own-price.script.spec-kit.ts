import { openLong, openShort } from "../orders.spec-kit.js";
import { usersAlone } from "../quiet-market.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an order pays for its own price: refused where its owner could not, and cancelled when the mark has left it behind",
  {
    covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [2027] },
    sandbox: usersAlone,
  },
  async (scene) => {
    const alice = await scene.trader({ usdt: "600" });
    const bob = await scene.trader({ usdt: "100000" });
    const mode = { pair: "4BTC_USDT", mode: 1, leverage_long: 100, leverage_short: 100 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectReply({ result: "success" });

    await bob.calls("usdt.placeOrder", openLong("0.9", "43500"));
    bob.expectReply({ status: 1 });
    await bob.passesOver();
    await alice.calls("usdt.placeOrder", openShort("0.9", "43500"));
    alice.expectRefusal(2027);
    await alice.calls("usdt.placeOrder", openShort("0.9"));
    alice.expectRefusal(2027);
    await alice.expectNothingHappened();

    await alice.calls("usdt.placeOrder", openLong("0.9", "46000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "44000" });
    scene.expectOperated();
    await alice.passesOver();
    await bob.calls("usdt.placeOrder", openShort("0.9", "46000"));
    bob.expectReply({ status: 1 });

    await alice.expectPushes(
      { contract_pending: { oi: order_id, s: 5, eq: "0" } },
      { contract_assets: { b: "600", fc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 5, eq: "0" });
    await bob.passesOver();
  },
);
