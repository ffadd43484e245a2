import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a limit order below the market waits and freezes margin and fees",
  { covers: { happy: ["usdt.placeOrder", "usdt.getOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "77" }));
    alice.expectReply({ state: 0, status: 1, client_oid: "77" });
    const order_id = alice.orderId;

    await alice.expectPushes(
      {
        contract_pending: {
          oi: order_id,
          coi: "77",
          pi: "4BTC_USDT",
          sd: 1,
          p: "45000",
          q: "0.01",
          s: 1,
          fz: "45.513",
        },
      },
      { contract_assets: { c: "USDT", b: "954.487", fc: "45.513" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { oi: order_id, s: 1, eq: "0", fz: "45.513" });
  },
);
