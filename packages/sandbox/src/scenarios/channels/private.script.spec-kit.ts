import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";

export default scriptOfBoth(
  "%s tells a trade: fill, order, position, assets",
  (protocol) => ({ covers: { channels: [`${protocol}.private`] } }),
  async (scene, protocol) => {
    const alice = await scene.trader({ protocol });
    const bob = await scene.trader({ protocol });

    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    const bobs = bob.orderId;
    await bob.expectPushes({ contract_pending: { oi: bobs, s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 3 });
    const alices = alice.orderId;

    await alice.expectPushes(
      { contract_pending: { oi: alices, s: 1, fz: "48.2852474" } },
      { contract_assets: { b: "951.7147526", fc: "48.2852474" } },
      { contract_detail: { oi: alices, sd: 1, p: "47741", dp: "47741", ep: "0.01", f: "0.286446", im: 0 } },
      { contract_pending: { oi: alices, s: 3, dp: "47741", eq: "0.01", f: "0.286446", fz: "0" } },
      { contract_order: { pi: "4BTC_USDT", sd: 1, md: 1, l: "10", hc: "0.01", lc: "0.01", po: "47741", mg: "47.741" } },
      { contract_assets: { b: "951.972554", mc: "47.741", fc: "0" } },
    );
    await bob.expectPushes(
      { contract_detail: { oi: bobs, sd: 2, ep: "0.01", f: "0.095482", im: 1 } },
      { contract_pending: { oi: bobs, s: 3, eq: "0.01" } },
      { contract_order: { sd: 2, hc: "0.01", po: "47741" } },
      { contract_assets: { b: "952.163518", mc: "47.741", fc: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.listFills", { orderId: BigInt(alices), page: 1, size: 10 }, { count: 1 });
    await bob.expectRecord("usdt.getOrder", { order_id: bobs }, { s: 3, eq: "0.01", dp: "47741" });
  },
);
