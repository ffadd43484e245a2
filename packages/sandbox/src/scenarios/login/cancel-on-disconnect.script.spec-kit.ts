import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { scriptOfBoth } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default scriptOfBoth(
  "what an account has waiting is cancelled when its last private connection is gone, over %s",
  () => ({ covers: { logins: ["two-sessions"] } }),
  async (scene, protocol) => {
    const { alice } = await holdingProtectedLong(scene);
    await scene.operates("POST", `accounts/${alice.account}`, { cancelOnDisconnect: true });
    scene.expectOperated({ cancelOnDisconnect: true });
    const second = await scene.secondSession(alice, protocol);
    await second.news();
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    const order_id = alice.orderId;
    await alice.expectPushes({ contract_pending: { oi: order_id, s: 1 } }, { contract_assets: {} });

    // A login after a login loses nothing; nor does one connection of two.
    alice.logsIn();
    await alice.passesOver();
    alice.stream.client.close();
    await alice.stream.client.closed;
    await second.news();
    await alice.expectRecord("usdt.getOrder", { order_id }, { s: 1 });
    await second.expectMessages();

    second.client.close();
    await expect.poll(async () => (await alice.looksUp("usdt.getOrder", { order_id })).result).toMatchObject({ s: 5 });
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
    await alice.expectRecord("usdt.getPositions", {}, [{ sd: 1, hc: "0.01", pp: "0", ps: "0" }, { sd: 2 }]);
    await scene.expectLedgerZero();
  },
);
