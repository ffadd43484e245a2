import { script } from "../script.spec-kit.js";

export default script(
  "a deployment lists both sides of every contract before the first trade",
  {
    notes: [37],
    covers: { happy: ["usdt.getPositions"] },
    sandbox: { profile: "deployed", pairs: ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"] },
  },
  async (scene) => {
    const alice = await scene.trader();

    const empty = { l: "10", md: 1, hc: "0", lc: "0", mg: "0", po: "0" };
    await alice.expectRecord("usdt.getPositions", {}, [
      { ...empty, pi: "4BTC_USDT", sd: 1 },
      { ...empty, pi: "4BTC_USDT", sd: 2 },
      { ...empty, pi: "4ETH_USDT", sd: 1 },
      { ...empty, pi: "4ETH_USDT", sd: 2 },
    ]);
    await alice.calls("usdt.getPositions", { pair: "4ETH_USDT", side: 2 });
    alice.expectReply({ result: [{ ...empty, pi: "4ETH_USDT", sd: 2 }] });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
