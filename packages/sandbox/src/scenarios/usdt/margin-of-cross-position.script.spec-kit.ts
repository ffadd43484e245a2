import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "the margin of a cross position cannot be changed",
  { covers: { codes: [2034], unhappy: ["usdt.adjustMargin"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "1", side: 1 });
    alice.expectRefusal(2034);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
