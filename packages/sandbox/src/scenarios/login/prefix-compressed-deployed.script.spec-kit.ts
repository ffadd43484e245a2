import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment compresses every private message, the answer to the login too",
  { notes: [40], covers: { logins: ["relogin"], channels: ["prefix.private"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.expectPushes({ contract_pending: { oi: alice.orderId } }, { contract_assets: { b: "954.487" } });
    const own = alice.stream.client.received.filter(({ json }) => json?.topic === "ALL_ALL_login");
    expect(own).toHaveLength(6);
    for (const message of own) {
      expect(message).toMatchObject({ binary: true, marker: 0x01, compressed: true });
    }

    alice.logsOut();
    alice.logsIn();
    await alice.expectLogin([{ c: "USDT" }], [], [{ oi: alice.orderId }]);
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id: alice.orderId }, { s: 1 });
  },
);
