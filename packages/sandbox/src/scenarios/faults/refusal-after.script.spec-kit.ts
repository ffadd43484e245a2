import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a refusal behind the matcher: the order waits all the same",
  { covers: { faults: ["refusal"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "refusal", path: "/v3/cbu/order/open", code: 2091, when: "after" });
    scene.expectOperated({ pending: [{ kind: "refusal" }] });
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(2091);

    await alice.expectPushes({ contract_pending: { p: "45000", s: 1 } }, { contract_assets: { b: "954.487" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
  },
);
