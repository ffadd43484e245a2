import { expect } from "vitest";
import type { Message } from "../listener.spec-kit.js";
import { script } from "../script.spec-kit.js";
import { holdingFixedLong } from "../steps.spec-kit.js";

export default script(
  "funding is taken from the margin of a fixed position at midnight",
  { covers: { happy: ["usdt.getFundingRates"] } },
  async (scene) => {
    const { alice, bob } = await holdingFixedLong(scene, 5);

    const pushed: Message[] = [];
    const received: Message[] = [];
    for (let half = 0; half < 4; half++) {
      scene.passes(1_800_000);
      // Both read now: a client that leaves pings unanswered is disconnected.
      pushed.push(...(await alice.stream.news()));
      received.push(...(await bob.stream.news()));
    }
    await alice.calls("usdt.getFundingRates");
    alice.expectReply({ result: { "4BTC_USDT": { createdAt: "2023-11-15T00:00:00.000Z" } } });

    expect(pushed.map(({ data }) => data)).toMatchObject([
      { contract_order: { hc: "0.01", md: 2 } },
      { contract_assets: { c: "USDT", b: "904.231554" } },
    ]);
    expect(received.map(({ data }) => data)).toMatchObject([
      { contract_order: { sd: 2, hc: "0.01", mg: "47.741" } },
      { contract_assets: { c: "USDT", mc: "47.741" } },
    ]);
    await alice.expectPushes();
    await scene.expectLedgerZero();
    const { result } = await alice.looksUp("usdt.getPositions");
    const [position] = result as readonly { readonly mg: string }[];
    expect(position?.mg).not.toBe("95.482");
    // Funding is not a change of the position.
    await alice.expectRecord("usdt.listPositionChanges", { pair: "4BTC_USDT", page: 1, size: 10 }, { count: 1 });
  },
);
