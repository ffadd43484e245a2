import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a connection ends before the answer, and the order waits",
  { covers: { faults: ["cut-request"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "cut-request", path: "/v3/cbu/order/open", when: "after" });
    scene.expectOperated({ pending: [{ kind: "cut-request" }] });
    await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /fetch failed/);

    await alice.expectPushes({ contract_pending: { p: "45000", s: 1 } }, { contract_assets: { b: "954.487" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
