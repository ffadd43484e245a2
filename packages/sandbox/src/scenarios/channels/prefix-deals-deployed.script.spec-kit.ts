import { expect } from "vitest";
import { inside, openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

export default script(
  "a deployment tells a deal as a row of six, the pair first",
  { covers: { channels: ["prefix.deals"] }, sandbox: { profile: "deployed" } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const listener = await scene.listener("prefix");

    listener.subscribes("4BTC_USDT_deals");
    await listener.expectMessages({ channel: "4BTC_USDT_deals", is: "full", data: { pair: "4BTC_USDT", d: [] } });
    await bob.calls("usdt.placeOrder", openShort("0.01", inside));
    await alice.calls("usdt.placeOrder", openLong("0.01", inside));
    alice.expectReply({ status: 3 });
    await listener.expectMessages({
      channel: "4BTC_USDT_deals",
      is: "incremental",
      data: ["4BTC_USDT", "47741.0", "0.01", "1", "1700000000000", expect.any(String)],
    });

    await alice.expectPushes(
      { contract_pending: { s: 1 } },
      { contract_assets: {} },
      { contract_detail: { im: 0, ep: "0.01" } },
      { contract_pending: { s: 3 } },
      { contract_order: { hc: "0.01" } },
      { contract_assets: {} },
    );
    await bob.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [
      { sd: 1, hc: "0.01" },
      { sd: 2, hc: "0" },
    ]);
  },
);
