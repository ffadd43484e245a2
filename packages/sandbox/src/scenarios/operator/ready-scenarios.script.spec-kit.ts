import { readyScenarios } from "../../play/ready-scenarios.js";
import type { ScenarioStep } from "../../play/scenario.js";
import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

/** When a step has begun and is over. */
function endOf({ atMs, forMs = 0, overMs = 0 }: ScenarioStep): number {
  return atMs + Math.max(Number(forMs), Number(overMs));
}

export default readyScenarios.map(({ name, steps }) =>
  script(
    `the scenario ${name} plays to its end, every step of it, and the venue trades afterwards`,
    { covers: { happy: ["usdt.placeOrder"] } },
    async (scene) => {
      await scene.operates("POST", "scenario", { name });
      scene.expectOperated({ scenario: { name, steps: steps.length, state: "playing" } });
      scene.passes(Math.max(...steps.map(endOf)) + 1);
      await scene.operates("GET", "scenario");
      scene.expectOperated({ scenario: { name, begun: steps.length, lasting: 0, state: "over", refused: [] } });

      const alice = await scene.trader();
      await alice.calls("usdt.placeOrder", openLong("0.01", "30000"));
      alice.expectReply({ status: 1 });
      await alice.expectPushes({ contract_pending: { oi: alice.orderId, s: 1 } }, { contract_assets: {} });
      await scene.expectLedgerZero();
      await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ p: "30000" }] });
    },
  ),
);
