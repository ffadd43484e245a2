import { script } from "../script.spec-kit.js";
import { holdingLong } from "../steps.spec-kit.js";

export default script(
  "a take-profit waits and shows in its position",
  { covers: { happy: ["usdt.placePlanOrder"] } },
  async (scene) => {
    const { alice } = await holdingLong(scene);

    const plan = {
      pair: "4BTC_USDT",
      price: "0",
      trigger_price: "50000",
      amount: "0.01",
      side: 1,
      plan_type: 1,
      book_type: 1,
    };
    await alice.calls("usdt.placePlanOrder", plan);
    alice.expectReply({ result: "success", cmd: "planOpen" });

    await alice.expectPushes(
      { base_u_plan_order_v3: { pi: "4BTC_USDT", tp: "50000", q: "0.01", sd: 1, pt: 1, bt: 1, s: 1 } },
      { contract_order: { hc: "0.01", pp: "0.01", ps: "0" } },
    );
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01", pp: "0.01", ps: "0" },
      { sd: 2, hc: "0" },
    ]);
  },
);
