import { script } from "../script.spec-kit.js";

export default script(
  "the venue's clock is a minute ahead: its time says so, and honest timestamps are too old",
  { covers: { faults: ["clock-skew"], codes: [3025] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "clock-skew", skewMs: 60_000, count: 2 });
    scene.expectOperated({ pending: [{ kind: "clock-skew" }] });
    await alice.calls("usdt.getServerTime");
    alice.expectReply({ time: "1700000060000" });
    await alice.calls("usdt.getAssets");
    alice.expectRefusal(3025);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
