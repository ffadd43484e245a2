import { script } from "../script.spec-kit.js";

export default script(
  "a spot market has depth of its own",
  { covers: { channels: ["prefix.depth"], happy: ["spot.getDepth"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();

    listener.subscribes("BTC_USDT_depth");
    await listener.expectMessages({ channel: "BTC_USDT_depth", is: "full", data: { pair: "BTC_USDT", seq: 1 } });
    await alice.calls("spot.getDepth", { pair: "BTC_USDT", size: "1" });
    alice.expectReply({ result: { pair: "BTC_USDT" } });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
