import { script } from "../script.spec-kit.js";

export default script("new connections are turned away", { covers: { faults: ["refuse"] } }, async (scene) => {
  const alice = await scene.trader();

  await scene.operates("POST", "faults", { kind: "refuse", count: 2 });
  scene.expectOperated({ pending: [{ kind: "refuse", count: 2 }] });
  await scene.expectTurnedAway();
  await scene.expectTurnedAway();
  const listener = await scene.listener();
  listener.subscribes("4BTC_USDT_depth");
  await listener.expectMessages({ is: "full" });

  await alice.calls("usdt.getServerTime");
  alice.expectReply({ time: "1700000000000" });
  await alice.expectNothingHappened();
  await scene.expectLedgerZero();
});
