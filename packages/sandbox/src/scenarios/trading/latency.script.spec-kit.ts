import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "an account far away: its orders arrive late, and late are the answers and what is pushed to it",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    await scene.operates("POST", "latency", { account: alice.account, orderEntry: 200, response: 300, feed: 1000 });
    scene.expectOperated({ accounts: { [alice.account]: { orderEntry: { ms: 200, jitterMs: 0 } } } });

    const sentAtMs = scene.now();
    await scene.passesUntil(alice.calls("usdt.placeOrder", openLong("0.01", "45000")));
    alice.expectReply({ status: 1 });
    const answeredAtMs = scene.now();
    expect(answeredAtMs - sentAtMs).toBeGreaterThanOrEqual(500);
    const order_id = alice.orderId;

    const pushed = alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });
    await scene.passesUntil(pushed);
    expect(scene.now() - sentAtMs).toBeGreaterThanOrEqual(1200);

    await scene.operates("POST", "latency", { account: alice.account, orderEntry: 0, response: 0, feed: 0 });
    const { result } = await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1 });
    const { t: placedAtMs } = result as { readonly t: number };
    // Time passes while the request is on its way over the real network, too.
    expect(placedAtMs - sentAtMs).toBeGreaterThanOrEqual(200);
    expect(answeredAtMs - placedAtMs).toBeGreaterThanOrEqual(300);
    await scene.expectLedgerZero();
  },
);
