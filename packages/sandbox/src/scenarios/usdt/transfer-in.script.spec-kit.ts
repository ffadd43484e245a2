import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "money goes from the wallet into the contract account; the answer is an id and no command",
  { notes: [38], covers: { happy: ["usdt.transferFunds"] } },
  async (scene) => {
    const alice = await scene.trader({ funds: [{ coin: "USDT", amount: "500", purse: "wallet" }] });

    await alice.calls("usdt.transferFunds", { amount: "120.5", symbol: "USDT", type: 0 });
    alice.expectReply({ result: expect.stringMatching(/^[0-9]{17,}$/) });
    expect(Object.keys(alice.reply)).toEqual(["state", "result"]);

    await alice.expectPushes({ contract_assets: { c: "USDT", b: "1120.5" } });
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { wallet: "379.5", free: "1120.5", total: "1500" } });
  },
);
