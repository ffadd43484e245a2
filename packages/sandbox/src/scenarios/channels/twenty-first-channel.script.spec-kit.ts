import { expect } from "vitest";
import { script } from "../script.spec-kit.js";

export default script(
  "3010: the twenty-first channel of a connection; giving one back makes room",
  { covers: { channels: ["prefix.deals"], codes: [3010] }, sandbox: { pairs: 21 } },
  async (scene) => {
    const alice = await scene.trader();
    const listener = await scene.listener();

    for (const pair of scene.sandbox.pairs.slice(0, 20)) {
      listener.subscribes(`${pair}_deals`);
    }
    expect(await listener.news()).toHaveLength(20);
    const extra = `${scene.sandbox.pairs[20]}_deals`;
    listener.subscribes(extra);
    await listener.expectMessages({ channel: extra, error: { code: "3010" } });
    listener.unsubscribes("4BTC_USDT_deals");
    listener.subscribes(extra);
    await listener.expectMessages({ channel: extra, is: "full" });

    await alice.expectNothingHappened();
    await scene.expectLedgerZero();
  },
);
