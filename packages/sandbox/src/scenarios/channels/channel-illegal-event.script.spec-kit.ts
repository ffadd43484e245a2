import { script } from "../script.spec-kit.js";

export default script(
  "3017: a channel of protocol A over a connection that speaks B",
  { covers: { codes: [3017], channels: ["channel.deals"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDT_deals");
    await listener.expectMessages({ channel: "svc_sub_spot_4BTC_USDT_deals", is: "full", data: [] });
    listener.says({ sub: "4BTC_USDT_depth" });
    await listener.expectMessages({ error: { code: "3017", msg: "Trading pair error" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
