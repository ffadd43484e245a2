import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "2086: an order of an account that the operator has restricted",
  { covers: { codes: [2086], unhappy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", `accounts/${alice.account}`, { restricted: true });
    scene.expectOperated({ restricted: true });

    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(2086);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
