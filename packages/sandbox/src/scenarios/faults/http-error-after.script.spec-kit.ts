import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "HTTP 500 behind the matcher: the order waits all the same",
  { covers: { faults: ["http-error"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", {
      kind: "http-error",
      path: "/v3/cbu/order/open",
      status: 500,
      when: "after",
    });
    scene.expectOperated({ pending: [{ kind: "http-error" }] });
    await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /HTTP 500/);

    await alice.expectPushes({ contract_pending: { p: "45000", s: 1 } }, { contract_assets: { b: "954.487" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
