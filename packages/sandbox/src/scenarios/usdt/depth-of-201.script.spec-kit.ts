import { script } from "../script.spec-kit.js";

export default script(
  "no depth has more than 200 levels",
  { covers: { codes: [3000], unhappy: ["usdt.getDepth"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.getDepth", { pair: "4BTC_USDT", size: "201" });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
