import { describe, expect, it } from "vitest";
import { openDoor, orderBody, paths, startMs } from "../../spec-support/rest-door.js";
import type { RestKit } from "../../spec-support/rest-kit.js";

async function post(kit: RestKit, path: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await kit.operate("POST", `clock/${path}`, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function serverTime(kit: RestKit): Promise<number> {
  return Number((await kit.get("/v3/cbu/timestamp"))["time"]);
}

describe("/_sandbox/clock", () => {
  it("tells the time", async () => {
    const { kit } = await openDoor();
    expect((await kit.operate("GET", "clock")).body).toEqual({
      nowMs: startMs,
      now: "2023-11-14T22:13:20.000Z",
      state: "machine",
      speed: 1,
      aheadMs: 0,
    });
  });

  it("stops the market, steps to the next tick, and by milliseconds", async () => {
    const { kit, clock } = await openDoor();
    expect(await post(kit, "pause")).toMatchObject({ state: "paused", nowMs: startMs });
    clock.advance(60_000);
    expect(await serverTime(kit)).toBe(startMs);
    expect(await post(kit, "step")).toMatchObject({ state: "paused", nowMs: startMs + 100 });
    expect(await post(kit, "step", { ms: 250 })).toMatchObject({ nowMs: startMs + 350, aheadMs: 350 - 60_000 });
    expect(await serverTime(kit)).toBe(startMs + 350);
  });

  it("goes to a moment at once: candles, funding and all", async () => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT"], tickIntervalMs: 1000 });
    const at = "2023-11-14T23:00:00Z";
    expect(await post(kit, "until", { at })).toMatchObject({ now: "2023-11-14T23:00:00.000Z", state: "steered" });
    const { result } = await kit.get("/v2/mdata/kline?pair=4BTC_USDT&period=1min&size=100");
    expect((result as unknown[]).length).toBeGreaterThan(40);
  });

  it("has done what is due at the very moment when it arrives there", async () => {
    // No tick is due at that moment.
    const { kit } = await openDoor({ pairs: ["4BTC_USDT"], tickIntervalMs: 700 });
    const at = "2023-11-15T00:00:00.000Z";
    const nextFunding = async (): Promise<unknown> => (await kit.get("/v3.1/cquery/buFundRate"))["result"];
    await post(kit, "until", { at: "2023-11-14T23:59:59.999Z" });
    const before = await nextFunding();
    await post(kit, "until", { at });
    const there = await nextFunding();
    expect(there).not.toEqual(before);
    await post(kit, "step", { ms: 1 });
    expect(await nextFunding()).toEqual(there);
  });

  it.each([
    ["until", { at: startMs }, "time does not go back"],
    ["until", { at: "2023-11-14T23:00:00" }, "a text like"],
    ["until", { at: "soon" }, "a text like"],
    ["until", { at: "2023-11-31T00:00:00Z" }, "a text like"],
    ["until", { at: "Dec T 1 2023 00:00:00Z" }, "a text like"],
    ["until", {}, "a text like"],
    ["until", { at: startMs + 1e12 }, "at most a year"],
    ["step", { ms: 0 }, "an integer from 1"],
    ["step", { ms: "5" }, "a number"],
    ["resume", { speed: 0 }, "0.001"],
    ["resume", { speed: 1e9 }, "100000"],
    ["pause", { now: true }, "a known key"],
  ])("refuses %s with %j", async (path, body, words) => {
    const { kit } = await openDoor();
    const { status, body: answer } = await kit.operate("POST", `clock/${path}`, body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: { code: "value-invalid", msg: expect.stringContaining(words) } });
    expect((await kit.operate("GET", "clock")).body).toMatchObject({ state: "machine", nowMs: startMs });
  });

  it("is one journey at a time: others are told so, and a pause ends it", async () => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT"] });
    const journey = kit.operate("POST", "clock/step", { ms: 86_400_000 });
    await expect
      .poll(async () => (await kit.operate("POST", "clock/step", { ms: 1 })).body)
      .toMatchObject({ error: { code: "clock-busy" } });
    await post(kit, "pause");
    const { body } = await journey;
    expect(body).toMatchObject({ state: "paused" });
    expect(body["nowMs"]).toBeLessThan(startMs + 86_400_000);
  });

  it.each(["paused", "running"])("a return to a snapshot ends a journey there (%s), and refuses it", async (state) => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT"] });
    await post(kit, state === "paused" ? "pause" : "resume");
    await kit.operate("POST", "snapshots", { name: "before" });
    const journey = kit.operate("POST", "clock/step", { ms: 86_400_000 });
    await expect
      .poll(async () => Number((await kit.operate("GET", "clock")).body["nowMs"]))
      .toBeGreaterThan(startMs + 1_000);
    await kit.operate("POST", "snapshots/before/go-back", {});
    expect(await journey).toMatchObject({ status: 409, body: { error: { code: "gone-back" } } });
    expect((await kit.operate("GET", "clock")).body).toMatchObject({ nowMs: startMs });
    // And nobody takes the given-up journey for one that lasts.
    expect(await post(kit, "step", { ms: 50 })).toMatchObject({ nowMs: startMs + 50 });
  });

  it("judges timestamps by the venue's time", async () => {
    const { kit } = await openDoor();
    await post(kit, "step", { ms: 60_000 });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 3025 });
    const timestamp = await serverTime(kit);
    expect(await kit.post(paths.open, orderBody(), { timestamp })).toMatchObject({ state: 0 });
  });
});
