import { script } from "../script.spec-kit.js";

export default script(
  "3103: margin for a side without a position",
  { covers: { codes: [3103], unhappy: ["usdt.adjustMargin"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.adjustMargin", { pair: "4BTC_USDT", margin: "1", side: 1 });
    alice.expectRefusal(3103);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
