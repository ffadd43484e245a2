import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "the venue refuses with a code that the plan names",
  { covers: { faults: ["refusal"] } },
  async (scene) => {
    const alice = await scene.trader();

    await scene.operates("POST", "faults", { kind: "refusal", path: "/v3/cbu/order/open", code: 4000 });
    scene.expectOperated({ pending: [{ kind: "refusal" }] });
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(4000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
