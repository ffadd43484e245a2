import { script } from "../script.spec-kit.js";

export default script(
  "coin-margined fills need an order",
  { covers: { codes: [3002], unhappy: ["coin.listFills"] } },
  async (scene) => {
    const alice = await scene.trader();

    await alice.calls("coin.listFills", { page: 1, size: 10 });
    alice.expectRefusal(3002);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
