import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a position tells size, entry, margin and leverage",
  { covers: { happy: ["usdt.getPositions"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.getPositions", { pair: "4BTC_USDT", side: 1 });
    alice.expectReply({
      result: [{ pi: "4BTC_USDT", sd: 1, md: 1, l: "10", hc: "0.01", lc: "0.01", po: "47741", mg: "47.741" }],
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
