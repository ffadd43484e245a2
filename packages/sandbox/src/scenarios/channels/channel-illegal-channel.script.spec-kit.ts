import { script } from "../script.spec-kit.js";

export default script(
  "3009: a channel of protocol B that nobody has",
  { covers: { codes: [3009], channels: ["channel.deals"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener("channel");

    listener.subscribes("svc_sub_spot_4BTC_USDT_deals");
    await listener.expectMessages({ channel: "svc_sub_spot_4BTC_USDT_deals", is: "full", data: [] });
    listener.subscribes("svc_sub_spot_4BTC_USDT_ticker");
    await listener.expectMessages({
      channel: "svc_sub_spot_4BTC_USDT_ticker",
      error: { code: "3009", msg: "Illegal subscription channel" },
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
