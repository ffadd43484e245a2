import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script("a dropped message of the private stream", { covers: { faults: ["drop"] } }, async (scene) => {
  const alice = await scene.trader();

  await scene.operates("POST", "faults", { kind: "drop", channel: "private" });
  scene.expectOperated({ pending: [{ kind: "drop", channel: "private" }] });
  await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
  alice.expectReply({ status: 1 });

  await alice.expectPushes({ contract_assets: { b: "954.487" } });
  await scene.expectLedgerZero();
  await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ s: 1 }] });
});
