import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a page of a proxy comes in place of the answer",
  { covers: { faults: ["html"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "html", path: "/v3/cbu/order/open" });
    scene.expectOperated({ pending: [{ kind: "html" }] });
    await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /HTTP 502: <!DOCTYPE html>/);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
