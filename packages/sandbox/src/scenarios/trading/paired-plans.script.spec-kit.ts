import { expect } from "vitest";
import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { othersTradeAt } from "../steps.spec-kit.js";

export default script(
  "of two attached plans one triggers and ends the other",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();

    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await bob.passesOver();
    const attached = { plan_type: 1, profit_price: "47742", loss_price: "45000" };
    await alice.calls("usdt.placeOrder", openLong("0.01", inside, attached));
    alice.expectReply({ status: 3 });
    await alice.passesOver();
    await bob.passesOver();
    await othersTradeAt(scene, "47743");

    const pushed = await alice.stream.news();
    const plans = pushed.flatMap(({ data }) =>
      Object.entries(data as object).filter(([key]) => key.startsWith("base_u")),
    );
    expect(plans.map(([, plan]) => plan as object)).toMatchObject([
      { pt: 1, s: 2 },
      { pt: 2, s: 5 },
    ]);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
