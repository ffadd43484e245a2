import { expect } from "vitest";
import { openLong, openShort } from "../orders.spec-kit.js";
import { script } from "../script.spec-kit.js";

const twoDaysMs = 172_800_000;

export default script(
  "a venue with a past has candles and deals from its first second, and the first trade extends the last candle",
  { covers: { happy: ["usdt.getKlines"] }, sandbox: { historyMs: twoDaysMs } },
  async (scene) => {
    const alice = await scene.trader();
    const bob = await scene.trader();
    const hours = { pair: "4BTC_USDT", period: "1hour", size: 1000 };
    const { result } = await alice.calls("usdt.getKlines", hours);
    alice.expectReply();
    expect(result).toHaveLength(49);
    const last = (await alice.calls("usdt.getKlines", { ...hours, size: 1 })).result as readonly { close: string }[];
    const close = last[0]?.close as string;

    await bob.calls("usdt.placeOrder", openShort("0.01", "47741"));
    bob.expectReply({ status: 1 });
    await bob.expectPushes({ contract_pending: { s: 1 } }, { contract_assets: {} });
    await alice.calls("usdt.placeOrder", openLong("0.01", "47741"));
    alice.expectReply({ status: 3 });
    const next = (await alice.calls("usdt.getKlines", { ...hours, size: 1 })).result as readonly { close: string }[];
    alice.expectReply();
    expect(next).toHaveLength(1);
    expect(next[0]?.close).toBe("47741.0");
    expect(Math.abs(Number(close) / 47_741 - 1)).toBeLessThan(0.001);

    await bob.passesOver();
    await alice.passesOver();
    await scene.expectLedgerZero();
    await alice.expectRecord("usdt.getPositions", {}, [{ sd: 1, hc: "0.01" }, { sd: 2 }]);
  },
);
