import { expect } from "vitest";
import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "with large ids, a client that goes through doubles asks for somebody else's order",
  { notes: [39], covers: { happy: ["usdt.getOrder"] }, sandbox: { ids: "large" } },
  async (scene) => {
    const alice = await scene.trader();

    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      await alice.calls("usdt.placeOrder", openShort("0.01", inside));
      alice.expectReply({ status: 1 });
      ids.push(alice.orderId);
    }
    // From 2^53 on every second integer is a double.
    const order_id = ids.find((id) => BigInt(id) % 2n === 1n) ?? "";
    expect(BigInt(order_id) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    await alice.expectRecord("usdt.getOrder", { order_id }, { oi: order_id, s: 1 });
    const { result } = await alice.looksUp("usdt.getOrder", { order_id: String(BigInt(Number(order_id))) });
    expect((result as { readonly oi?: string } | undefined)?.oi).not.toBe(order_id);

    await alice.expectPushes(
      { contract_pending: { oi: ids[0] } },
      { contract_assets: {} },
      { contract_pending: { oi: ids[1] } },
      { contract_assets: {} },
    );
    await scene.expectLedgerZero();
  },
);
