import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "margin that is not there cannot be added",
  { covers: { codes: [2027], unhappy: ["usdt.adjustMargin"] } },
  async (scene) => {
    const { alice } = await holdingFixedLong(scene, 20);

    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "5000", side: 1 });
    alice.expectRefusal(2027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
