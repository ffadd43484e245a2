import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "3025: a signature with another secret",
  { covers: { codes: [3025], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"), { key: { ...alice.key, apiSecret: "x" } });
    alice.expectRefusal(3025);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
