import { closeLong, closeShort, openLong, openShort } from "../orders.spec-kit.js";
import { usersAlone } from "../quiet-market.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a loss in cross mode is paid by what waiting orders hold back, the newest first, before the insurance fund pays anything",
  { covers: { happy: ["usdt.placeOrder"] }, sandbox: usersAlone },
  async (scene) => {
    const alice = await scene.trader({ usdt: "10000" });
    const bob = await scene.trader({ usdt: "100000" });

    await alice.calls("usdt.setModeAndLeverage", { pair: "4BTC_USDT", mode: 1, leverage_long: 50, leverage_short: 50 });
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openShort("1", "47741.6"));
    await alice.calls("usdt.placeOrder", openLong("1", "47741.6"));
    alice.expectReply({ status: 3 });
    const far = { pair: "4ETH_USDT" };
    await alice.calls("usdt.placeOrder", openLong("12", "3600", far));
    const early = alice.orderId;
    await alice.calls("usdt.placeOrder", openLong("12", "3500", far));
    const late = alice.orderId;
    await alice.passesOver();
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "42967.4" });
    scene.expectOperated();
    await bob.calls("usdt.placeOrder", closeShort("1", "42967.4"));
    bob.expectReply({ status: 1 });

    await alice.calls("usdt.placeOrder", closeLong("1"));
    alice.expectReply({ status: 3 });
    await alice.expectPushes(
      { contract_pending: { sd: 3, s: 1 } },
      { contract_order: { hc: "1", lc: "0" } },
      { contract_pending: { oi: late, pi: "4ETH_USDT", s: 5, fz: "0" } },
      { contract_assets: { fc: "4369.248" } },
      { contract_detail: { dp: "42967.4", ep: "1" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { hc: "0" } },
      // 10,000 less fees of 28.64496 and 25.78044, a loss of 4774.2, and what the older order still holds back.
      { contract_assets: { b: "802.1266", mc: "0", fc: "4369.248" } },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ oi: early }] });
  },
);
