import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "where replays are refused, the same signature is not taken twice",
  {
    covers: { happy: ["usdt.placeOrder"], unhappy: ["usdt.placeOrder"], codes: [3025] },
    sandbox: { refuseReplays: true },
  },
  async (scene) => {
    const alice = await scene.trader({ audited: "no" });

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(3025);

    await alice.expectPushes({ contract_pending: { s: 1 } }, { contract_assets: { fc: "45.513" } });
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { frozen: "45.513", free: "954.487" } });
  },
);
