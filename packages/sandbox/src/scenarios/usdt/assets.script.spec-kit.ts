import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "assets tell what is free and what backs a cross position",
  { covers: { happy: ["usdt.getAssets"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.getAssets", { coin: "USDT" });
    alice.expectReply({
      result: [{ c: "USDT", b: "951.972554", mc: "47.741", mf: "0", fc: "0", ff: "0" }],
      cmd: "assets",
    });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
