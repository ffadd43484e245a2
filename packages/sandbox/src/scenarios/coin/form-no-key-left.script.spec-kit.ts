import { script } from "../script.spec-kit.js";

export default script(
  "a batch query with the only key of an account, after it was revoked",
  { covers: { codes: [3027], unhappy: ["coin.listOrderHistory"] } },
  async (scene) => {
    const alice = await scene.trader({ audited: "no", logsIn: "no" });

    await scene.operates("POST", `accounts/${alice.account}`, { revokeKeys: [alice.key.apiKey] });
    scene.expectOperated({ keys: [{ revoked: true }] });

    await alice.calls("coin.listOrderHistory", { page: 1, size: 10 });
    alice.expectRefusal(3027);

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
