import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "HTTP 503 before the matcher: nothing is done",
  { covers: { faults: ["http-error"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "http-error", path: "/v3/cbu/order/open" });
    scene.expectOperated({ pending: [{ kind: "http-error" }] });
    await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /HTTP 503/);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
