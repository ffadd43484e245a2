import { expect } from "vitest";
import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "what the operator exports of an account is what its owner was told",
  { covers: { happy: ["usdt.listFills"] } },
  async (scene) => {
    const { alice, orderId } = await holdingLong(scene);
    const { rows } = await scene.operates("GET", `exports/fills?account=${alice.account}`);
    scene.expectOperated({ export: "fills", atMs: scene.now() });
    expect(rows).toMatchObject([{ account: alice.account, orderId, pair: "4BTC_USDT", dealQuantity: "0.01" }]);

    await alice.calls("usdt.listFills", { orderId: BigInt(orderId), page: 1, size: 10 });
    alice.expectReply();
    const { fillId } = (rows as readonly { readonly fillId: string }[])[0] ?? { fillId: "none" };
    expect(JSON.stringify(alice.reply)).toContain(fillId);
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
