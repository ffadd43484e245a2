import { openLong, openShort } from "../orders.spec-kit.js";
import { usersAlone } from "../quiet-market.spec-kit.js";
import { script } from "../script.spec-kit.js";

const at = "47741.6";

export default script(
  "a larger position has less leverage, waiting orders included, and what is opened stays when all free money is taken out",
  {
    covers: {
      happy: ["usdt.placeOrder", "usdt.transferFunds"],
      unhappy: ["usdt.placeOrder", "usdt.setModeAndLeverage"],
      codes: [2034],
    },
    sandbox: usersAlone,
  },
  async (scene) => {
    const alice = await scene.trader({ usdt: "50000" });
    const bob = await scene.trader({ usdt: "500000" });
    const leverage = (value: number): object => {
      return { pair: "4BTC_USDT", mode: 1, leverage_long: value, leverage_short: value };
    };

    await alice.calls("usdt.setModeAndLeverage", { ...leverage(100) });
    alice.expectReply({ result: "success" });
    await alice.calls("usdt.placeOrder", openLong("5", at));
    alice.expectRefusal(2034);
    await alice.calls("usdt.setModeAndLeverage", { ...leverage(20) });
    alice.expectReply({ result: "success" });
    await bob.calls("usdt.placeOrder", openShort("5", at));
    await alice.calls("usdt.placeOrder", openLong("5", at));
    alice.expectReply({ status: 3 });
    await alice.calls("usdt.placeOrder", openLong("1", at));
    alice.expectRefusal(2034);
    await alice.calls("usdt.setModeAndLeverage", { ...leverage(21) });
    alice.expectRefusal(2034);
    await alice.passesOver();
    await bob.passesOver();
    await alice.calls("usdt.transferFunds", { amount: "37921.3752", symbol: "USDT", type: 1 });
    alice.expectReply();

    scene.passes(60_000);
    await alice.expectPushes({ contract_assets: { b: "0", mc: "11935.4" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", { side: 1 }, [{ hc: "5", l: "20", mg: "11935.4" }]);
  },
);
