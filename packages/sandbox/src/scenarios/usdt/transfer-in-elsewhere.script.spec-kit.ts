import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "a transfer is published at a second path",
  { covers: { happy: ["usdt.transferFunds"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls(
      "usdt.transferFunds",
      { amount: "120.5", symbol: "USDT", type: 0 },
      { at: "/v3/assets/transfer/cbu" },
    );
    alice.expectReply({ result: expect.stringMatching(/^[0-9]{17,}$/) });

    await alice.expectPushes({ contract_assets: { c: "USDT", b: "1120.5" } });
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { wallet: "379.5", free: "1120.5", total: "1500" } });
  },
);
