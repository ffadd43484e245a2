import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "./clock/virtual-clock.js";
import { createInMemoryVenue } from "./in-memory.js";
import { startSandbox } from "./sandbox.js";
import { openTenant, orderBody, paths, startMs } from "./spec-support/rest-door.js";
import { RestKit } from "./spec-support/rest-kit.js";

async function open() {
  const clock = new VirtualClock(startMs);
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT"], requestsPerWindow: 0, clock });
  onTestFinished(() => sandbox.close());
  return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => sandbox.operator.clock.status().nowMs) };
}

describe("what the operator can do in a program", () => {
  it("steers the venue's time as the addresses do", async () => {
    const { sandbox, kit } = await open();
    const { clock } = sandbox.operator;
    expect(clock.pause()).toMatchObject({ state: "paused", nowMs: startMs });
    expect(await clock.step(5000)).toMatchObject({ state: "paused", nowMs: startMs + 5000 });
    expect((await clock.step()).nowMs).toBeGreaterThan(startMs + 5000);
    expect(await clock.until(new Date(startMs + 60_000).toISOString())).toMatchObject({ nowMs: startMs + 60_000 });
    expect(clock.resume(10)).toMatchObject({ state: "steered", speed: 10 });
    expect((await kit.operate("GET", "clock")).body).toMatchObject({ speed: 10, state: "steered" });
    await expect(clock.until(startMs)).rejects.toMatchObject({ code: "value-invalid", details: { path: "at" } });
    await expect(clock.until("tomorrow")).rejects.toMatchObject({ code: "value-invalid" });
    await expect(clock.step(0)).rejects.toMatchObject({ code: "value-invalid", details: { path: "ms" } });
    expect(() => clock.resume(0)).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });

  it("refuses a second step meanwhile, and gives one up where the venue goes back", async () => {
    const { sandbox } = await open();
    const { clock } = sandbox.operator;
    sandbox.snapshots.take("before");
    const day = clock.step(86_400_000);
    await expect(clock.step(1)).rejects.toMatchObject({ name: "ClockError", code: "clock-busy" });
    const refused = expect(day).rejects.toMatchObject({ name: "ClockError", code: "gone-back" });
    sandbox.snapshots.goBack("before");
    await refused;
  });

  it("sets latency, and refuses accounts that there are not", async () => {
    const { sandbox, kit } = await open();
    const { latency } = sandbox.operator;
    latency.set({ feed: 8 });
    expect(latency.set({ orderEntry: { ms: 20, jitterMs: 5 } }, sandbox.userId).usual).toEqual({
      feed: { ms: 8, jitterMs: 0 },
    });
    expect((await kit.operate("GET", "latency")).body).toMatchObject({
      feed: { ms: 8 },
      accounts: { "100001": { orderEntry: { ms: 20, jitterMs: 5 } } },
    });
    expect(() => latency.set({ feed: 1 }, 100_002)).toThrow(/account/);
    expect(() => latency.set({ feed: -1 })).toThrow(/feed/);
  });

  it("plays scenarios by name and whole, says how far they are, and stops them", async () => {
    const { sandbox, kit } = await open();
    const { scenarios } = sandbox.operator;
    expect(scenarios.status()).toBeUndefined();
    expect(scenarios.ready().map(({ name }) => name)).toContain("trading-halt");
    const { account } = await openTenant(kit, "5");
    expect(scenarios.play({ steps: [{ atMs: 0, do: "restrict", account, forMs: 1000 }] })).toMatchObject({ steps: 1 });
    expect(scenarios.play("trading-halt")).toMatchObject({ name: "trading-halt", state: "playing" });
    expect((await kit.operate("GET", "scenario")).body).toMatchObject({ scenario: { name: "trading-halt" } });
    expect(scenarios.stop()).toMatchObject({ state: "stopped", lasting: 0 });
    expect(() => scenarios.play("none")).toThrow(expect.objectContaining({ code: "option-invalid" }));
    expect(() => scenarios.play({ steps: [{ atMs: 0, do: "restrict", account: 100_009 }] })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: "scenario.steps[0].account" }) }),
    );
  });

  it("hands out what is on record, as rows and as a file, equal to what the address answers", async () => {
    const { sandbox, kit } = await open();
    await kit.post(paths.open, orderBody({ order_type: 1, price: "60000" }));
    const { exports } = sandbox.operator;
    const rows = await exports.rows("fills", sandbox.userId);
    expect(rows.length).toBeGreaterThan(0);
    expect((await kit.operate("GET", "exports/fills")).body).toMatchObject({ rows });
    const answer = await fetch(`${sandbox.restUrl}/_sandbox/exports/equity?format=csv`);
    expect(await exports.csv("equity")).toBe(await answer.text());
    await expect(exports.rows("none")).rejects.toMatchObject({ code: "value-invalid" });
    await expect(exports.rows("toString")).rejects.toMatchObject({ code: "value-invalid" });
    await expect(exports.rows("fills", 100_002)).rejects.toMatchObject({ code: "value-invalid" });
  });

  it("is the same in memory", async () => {
    const venue = createInMemoryVenue({ pairs: ["4BTC_USDT"] });
    const { clock, scenarios, exports } = venue.operator;
    const { nowMs } = clock.status();
    scenarios.play("trading-halt");
    expect(await clock.step(180_001)).toMatchObject({ nowMs: nowMs + 180_001 });
    expect(scenarios.status()).toMatchObject({ state: "over", refused: [] });
    expect((await exports.rows("ledger")).length).toBeGreaterThan(0);
    venue.close();
  });
});
