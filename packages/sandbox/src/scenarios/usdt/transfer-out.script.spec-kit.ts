import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "money goes from the contract account into the wallet",
  { covers: { happy: ["usdt.transferFunds"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.transferFunds", { amount: "1000", symbol: "USDT", type: 1 });
    alice.expectReply({ result: expect.stringMatching(/^[0-9]{17,}$/) });

    await alice.expectPushes({ contract_assets: { c: "USDT", b: "0" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("wallet.getMainAssets", {}, { total_usd: "1000.00", assets_list: [{ balance: "1000" }] });
  },
);
