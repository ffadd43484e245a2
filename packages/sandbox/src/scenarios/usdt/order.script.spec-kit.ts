import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script("an order tells what it freezes", { covers: { happy: ["usdt.getOrder"] } }, async (scene) => {
  const alice = await scene.trader();
  await alice.calls("usdt.placeOrder", openLong("0.01", "45000", { client_oid: "77" }));
  const order_id = alice.orderId;
  await alice.passesOver();
  await alice.remembers();

  await alice.calls("usdt.getOrder", { order_id });
  alice.expectReply({
    result: { oi: order_id, coi: "77", p: "45000", q: "0.01", eq: "0", fz: "45.513", s: 1, r: 0, of: 6 },
  });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
