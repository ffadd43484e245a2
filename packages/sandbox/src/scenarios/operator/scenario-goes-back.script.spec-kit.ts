import { openLong } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a scenario takes a snapshot, halts trading and goes back: its halt lasts in the past too, until it ends",
  { covers: { unhappy: ["usdt.placeOrder"], codes: [2021] } },
  async (scene) => {
    const alice = await scene.trader();
    const steps = [
      { atMs: 0, do: "snapshot", name: "calm" },
      { atMs: 100, do: "halt", forMs: 2_000 },
      { atMs: 1_000, do: "go-back", name: "calm" },
    ];
    await scene.operates("POST", "scenario", { name: "again", steps });
    scene.expectOperated({ scenario: { name: "again", steps: 3, state: "playing" } });

    scene.passes(1_500);
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectRefusal(2021);
    await alice.stream.client.closed;
    await scene.operates("GET", "clock");
    scene.expectOperated({ nowMs: scene.now() - 1_000 });
    scene.passes(700);
    await alice.calls("usdt.placeOrder", openLong("0.01", "45000"));
    alice.expectReply({ status: 1 });

    const back = await scene.secondSession(alice);
    await back.news();
    scene.seen.asserted.add("pushes");
    await alice.expectRecord("usdt.getOpenOrders", { order_side: 1 }, { t: 1, o: [{ p: "45000" }] });
    await scene.expectLedgerZero();
  },
);
