import { closeLong, closeShort, openLong, openShort } from "../orders.spec-kit.js";
import { usersAlone } from "../quiet-market.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a loss above the funds is owed against the profit of another cross position, and repaid first",
  {
    covers: { happy: ["usdt.placeOrder", "usdt.transferFunds"], unhappy: ["usdt.transferFunds"], codes: [2027] },
    sandbox: usersAlone,
  },
  async (scene) => {
    const alice = await scene.trader({
      usdt: "9900",
      funds: [{ coin: "USDT", amount: "100", purse: "wallet" }],
    });
    const bob = await scene.trader({ usdt: "100000" });
    const eth = { pair: "4ETH_USDT" };

    await alice.calls("usdt.setModeAndLeverage", { pair: "4BTC_USDT", mode: 1, leverage_long: 50, leverage_short: 50 });
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openShort("1", "47741.6"));
    await alice.calls("usdt.placeOrder", openLong("1", "47741.6"));
    await bob.calls("usdt.placeOrder", openShort("16", "3942.15", eth));
    await alice.calls("usdt.placeOrder", openLong("16", "3942.15", eth));
    alice.expectReply({ status: 3 });
    await scene.operates("POST", "markets/4ETH_USDT", { indexPrice: "4817.15" });
    await scene.operates("POST", "markets/4BTC_USDT", { indexPrice: "36241.6" });
    scene.expectOperated();
    await bob.calls("usdt.placeOrder", closeShort("1", "36241.6"));
    await alice.passesOver();
    await bob.passesOver();

    await alice.calls("usdt.placeOrder", closeLong("1"));
    alice.expectReply({ status: 3 });
    await alice.expectPushes(
      { contract_pending: { sd: 3, s: 1 } },
      { contract_order: { pi: "4BTC_USDT", hc: "1", lc: "0" } },
      { contract_detail: { dp: "36241.6", ep: "1" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { pi: "4BTC_USDT", hc: "0" } },
      // Its margin has paid, too.
      { contract_order: { pi: "4ETH_USDT", hc: "16", mg: "0", pf: "4088.56" } },
      { contract_assets: { b: "0", mc: "0", fc: "0" } },
    );
    await alice.expectBalances({ USDT: { free: "0", debt: "-1688.23456" } });
    await alice.calls("usdt.transferFunds", { amount: "100", symbol: "USDT", type: 0 });
    alice.expectReply();
    await alice.calls("usdt.transferFunds", { amount: "1", symbol: "USDT", type: 1 });
    alice.expectRefusal(2027);
    await alice.expectPushes({ contract_assets: { b: "0" } });
    await alice.expectBalances({ USDT: { wallet: "0", free: "0", debt: "-1588.23456" } });
    await bob.calls("usdt.placeOrder", closeShort("16", "4817.15", eth));
    await alice.calls("usdt.placeOrder", closeLong("16", undefined, eth));
    alice.expectReply({ status: 3 });
    await alice.expectPushes(
      { contract_pending: { sd: 3, s: 1 } },
      { contract_order: { pi: "4ETH_USDT", lc: "0" } },
      { contract_detail: { dp: "4817.15", ep: "16" } },
      { contract_pending: { sd: 3, s: 3 } },
      { contract_order: { pi: "4ETH_USDT", hc: "0" } },
      { contract_assets: { b: "12365.5208" } },
    );
    await scene.expectLedgerZero();
    await alice.expectBalances({ USDT: { debt: "0" } });
    await bob.passesOver();
  },
);
