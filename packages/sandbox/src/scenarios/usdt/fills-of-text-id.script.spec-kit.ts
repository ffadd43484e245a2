import { script } from "../script.spec-kit.js";

export default script(
  "fills need the id as a bare integer",
  { covers: { codes: [3000], unhappy: ["usdt.listFills"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("usdt.listFills", { orderId: "11258999068426601", page: 1, size: 10 });
    alice.expectRefusal(3000);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
