import { script } from "../script.spec-kit.js";

export default script("3017: an event that no document knows", { covers: { codes: [3017] } }, async (scene) => {
  const alice = await scene.trader();
  const listener = await scene.listener();

  listener.says({ event: "removeAll", sub: "4BTC_USDT_depth" });
  await listener.expectMessages({ error: { code: "3017", msg: "Trading pair error" } });

  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
