import { expect } from "vitest";
import { closeLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingProtectedLong } from "../steps.spec-kit.js";

export default script(
  "a position that is closed takes its plans with it",
  { covers: { happy: ["usdt.placeOrder"] } },
  async (scene) => {
    const { alice } = await holdingProtectedLong(scene);

    await alice.calls("usdt.placeOrder", closeLong("0.01"));
    alice.expectReply({ status: 3 });

    const pushed = await alice.stream.news();
    const keys = pushed.flatMap(({ data }) => Object.keys(data as object));
    expect(keys.filter((key) => key === "base_u_plan_order_v3")).toHaveLength(2);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPlanOrders", {}, []);
  },
);
