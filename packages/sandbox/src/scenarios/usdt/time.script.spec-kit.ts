import { script } from "../script.spec-kit.js";

export default script(
  "the time is text, without an envelope",
  { covers: { happy: ["usdt.getServerTime"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getServerTime", {});
    alice.expectReply({ time: "1700000000000" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
