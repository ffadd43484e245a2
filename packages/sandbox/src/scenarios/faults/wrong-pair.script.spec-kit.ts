import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a message speaks of another pair than its channel",
  { covers: { faults: ["wrong-pair"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();
    listener.subscribes("4BTC_USDT_depth");
    await listener.expectMessages({ is: "full", data: { seq: 1 } });

    await scene.operates("POST", "faults", { kind: "wrong-pair" });
    scene.expectOperated({ pending: [{ kind: "wrong-pair" }] });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    scene.passes(100);
    await listener.expectMessages({ channel: "4BTC_USDT_depth", data: { pair: "4OTHER_USDT" } });

    await alice.expectPushes({ contract_pending: { p: "47741", s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    // The truth stays the truth.
    await alice.expectRecord(
      "usdt.getDepth",
      { pair: "4BTC_USDT", size: "1" },
      {
        asks: [{ price: "47741.0", volume: "0.01" }],
        bids: [{ price: "47739.6" }],
      },
    );
  },
);
