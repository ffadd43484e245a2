import { script } from "../script.spec-kit.js";

export default script(
  "leverage and mode that were just set are read back from the empty position",
  { notes: [37], covers: { happy: ["usdt.getPositions", "usdt.setModeAndLeverage"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getPositions", { pair: "4BTC_USDT" });
    alice.expectReply({ result: [] });
    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 25, leverage_short: 5 };
    await alice.calls("usdt.setModeAndLeverage", mode);
    alice.expectReply({ result: "success" });
    const empty = { pi: "4BTC_USDT", md: 2, hc: "0", mg: "0", po: "0" };
    await alice.expectRecord("usdt.getPositions", {}, [
      { ...empty, sd: 1, l: "25" },
      { ...empty, sd: 2, l: "5" },
    ]);

    await alice.passesOver();
    await alice.expectPushes();
    await scene.expectLedgerZero();
  },
);
