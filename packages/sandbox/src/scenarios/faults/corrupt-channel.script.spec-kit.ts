import { inside, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a compressed body of protocol B arrives with flipped bits",
  { covers: { faults: ["corrupt"], channels: ["channel.depth"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");
    listener.subscribes("svc_sub_spot_4BTC_USDT_depth", { ver: 3 });
    await listener.expectMessages({ is: "full", data: { seq: 1 } });

    await scene.operates("POST", "faults", { kind: "corrupt" });
    scene.expectOperated({ pending: [{ kind: "corrupt" }] });
    await alice.calls("usdt.placeOrder", openShort("0.01", inside));
    alice.expectReply({ status: 1 });
    scene.passes(100);
    await listener.expectMessages({ channel: "svc_sub_spot_4BTC_USDT_depth", unreadable: true });

    await alice.expectPushes({ contract_pending: { p: "47741", s: 1 } }, { contract_assets: { fc: "48.3425366" } });
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 2 }, { t: 1 });
  },
);
