import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script("an answer has no body", { covers: { faults: ["empty"] } }, async (scene) => {
  const alice = await scene.trader();

  await scene.operates("POST", "faults", { kind: "empty", path: "/v3/cbu/order/open" });
  scene.expectOperated({ pending: [{ kind: "empty" }] });
  await alice.expectBroken("usdt.placeOrder", openLong("0.01", "45000"), /JSON/);

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
