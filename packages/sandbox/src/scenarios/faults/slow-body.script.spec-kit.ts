import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script("an answer comes in pieces", { covers: { faults: ["slow-body"] } }, async (scene) => {
  const alice = await scene.trader();

  await scene.operates("POST", "faults", { kind: "slow-body", path: "/v3/cbu/order/open" });
  scene.expectOperated({ pending: [{ kind: "slow-body" }] });
  await scene.passesUntil(alice.calls("usdt.placeOrder", openLong("0.01", "45000")));
  alice.expectReply({ status: 1 });
  expect(scene.now()).toBeGreaterThanOrEqual(1_700_000_002_000);

  await alice.expectPushes({ contract_pending: { p: "45000", s: 1 } }, { contract_assets: { b: "954.487" } });
  await scene.expectLedgerZero();
  await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1 });
});
