import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a connection ends before the matcher has seen the order",
  { covers: { faults: ["cut-request"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "cut-request", path: "/v3/cbu/order/open" });
    scene.expectOperated({ pending: [{ kind: "cut-request" }] });
    await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /fetch failed/);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
