import { script } from "../script.spec-kit.js";

export default script(
  "a batch query from an address that its key is not for",
  { covers: { codes: [3026], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader({ key: { addresses: ["10.0.0.1"] }, logsIn: "no" });

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 });
    alice.expectRefusal(3026);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
