import { expect } from "vitest";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "fees are paid in the platform's token",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "BIX", amount: "100" }] });

    await scene.operates("POST", `accounts/${alice.account}`, { paysFeesInToken: true });
    scene.expectOperated({ paysFeesInToken: true });
    await alice.calls("usdt.placeOrder", openLong("0.01"));
    alice.expectReply({ status: 3 });
    const order_id = alice.orderId;

    const pushed = await alice.stream.news();
    const fill = pushed.map(
      ({ data }) => (data as { readonly contract_detail?: { readonly fb: string } }).contract_detail,
    );
    const fb = fill.find((one) => one !== undefined)?.fb;
    expect(Number(fb)).toBeGreaterThan(0);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOrder", { order_id }, { f: "0.2864616", fb });
    // Nothing of the fee was taken from the margin's coin.
    await alice.expectBalances({ USDT: { total: "1000" } });
  },
);
