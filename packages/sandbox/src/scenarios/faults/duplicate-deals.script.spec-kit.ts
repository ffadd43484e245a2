import { inside } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "a deal comes twice",
  { covers: { faults: ["duplicate"], channels: ["prefix.deals"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();
    listener.subscribes("4BTC_USDT_deals");
    await listener.expectMessages({ is: "full" });

    await scene.operates("POST", "faults", { kind: "duplicate", channel: "deals" });
    scene.expectOperated({ pending: [{ kind: "duplicate", channel: "deals" }] });
    await othersTradeAt(scene, inside);
    const deal = { is: "incremental", data: ["47741.0", "0.001", "1", "1700000000000", ""] };
    await listener.expectMessages(deal, deal);

    await alice.calls("usdt.getKlines", { pair: "4BTC_USDT", period: "1min", size: "1" });
    alice.expectReply({ result: [{ vol: "0.001" }] });
    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
