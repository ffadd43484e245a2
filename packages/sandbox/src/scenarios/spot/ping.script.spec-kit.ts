import { script } from "../script.spec-kit.js";

export default script(
  "a ping is answered with the time",
  { covers: { happy: ["spot.ping"] }, sandbox: { pairs: ["BTC_USDT"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("spot.ping", {});
    alice.expectReply({ state: 0, result: 1_700_000_000_000, cmd: "ping", ver: "3" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
