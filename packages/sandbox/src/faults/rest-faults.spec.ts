import { describe, expect, it } from "vitest";
import type { VirtualClock } from "../clock/virtual-clock.js";
import { openDoor, orderBody, paths } from "../spec-support/rest-door.js";
import type { RestKit } from "../spec-support/rest-kit.js";
import { checkFaultPlan } from "./check-fault.js";
import { type FaultRule, restFaultKinds } from "./fault.js";

const timePath = "/v3/cbu/timestamp";

async function order(kit: RestKit, ...rules: readonly FaultRule[]): Promise<void> {
  expect((await kit.operate("POST", "faults", rules)).status).toBe(200);
}

/** How many orders of the demo account the matcher has seen. */
async function openOrders(kit: RestKit): Promise<number> {
  const { result } = await kit.post(paths.list, { order_side: 1 });
  return (result as { readonly o: readonly unknown[] }).o.length;
}

/** Whether nothing has come after a while of real time. */
async function isStillWaiting(promise: Promise<unknown>): Promise<boolean> {
  const nothing = Symbol("nothing");
  const pause = new Promise((resolve) => setTimeout(resolve, 50, nothing));
  return (await Promise.race([promise, pause])) === nothing;
}

/** Lets the sandbox's time pass until the promise is kept. */
async function letPass<Value>(clock: VirtualClock, promise: Promise<Value>): Promise<Value> {
  const timer = setInterval(() => clock.advance(100), 5);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

describe("faults of requests", () => {
  it.each([
    [{ kind: "http-error" }, 503, "text/plain", "Service unavailable"],
    [{ kind: "http-error", status: 500 }, 500, "text/plain", "Service unavailable"],
    [{ kind: "html" }, 502, "text/html", "<!DOCTYPE html>"],
    [{ kind: "html", status: 200 }, 200, "text/html", "<!DOCTYPE html>"],
    [{ kind: "empty" }, 200, undefined, ""],
  ] as const)("%j", async (rule, status, type, start) => {
    const { kit } = await openDoor();
    await order(kit, rule);
    const answer = await fetch(kit.url + timePath);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type") ?? undefined).toBe(type);
    const body = await answer.text();
    expect(body.slice(0, start.length)).toBe(start);
    if (start === "") {
      expect(body).toBe("");
    }
    // Once, as nothing else was said.
    expect((await fetch(kit.url + timePath)).status).toBe(200);
    expect((await kit.operate("GET", "faults")).body).toEqual({ pending: [], applied: { [rule.kind]: 1 } });
  });

  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)("a connection that is cut %s the matcher has seen the order leaves %i of it", async (when, placed) => {
    const { kit } = await openDoor();
    await order(kit, { kind: "cut-request", when, path: paths.open });
    await expect(kit.post(paths.open, orderBody())).rejects.toThrow("fetch failed");
    expect(await openOrders(kit)).toBe(placed);
  });

  it.each(["http-error", "html", "empty"] as const)("%s can come after the order was carried out", async (kind) => {
    const { kit } = await openDoor();
    await order(kit, { kind, when: "after", path: paths.open, status: 502 });
    await expect(kit.post(paths.open, orderBody())).rejects.toThrow("HTTP 502");
    expect(await openOrders(kit)).toBe(1);
  });

  it("a slow body comes in pieces and is whole; a late answer is late", async () => {
    const { kit, clock } = await openDoor();
    await order(kit, { kind: "slow-body", ms: 800 }, { kind: "late", ms: 500 });
    const address = `${kit.url}/v2/mdata/depth?pair=4BTC_USDT`;
    const body = fetch(address).then((answer) => answer.text());
    expect(await isStillWaiting(body)).toBe(true);
    const text = await letPass(clock, body);
    expect(JSON.parse(text)).toMatchObject({ result: { pair: "4BTC_USDT" } });

    const late = fetch(address).then((answer) => answer.json());
    expect(await isStillWaiting(late)).toBe(true);
    expect(await letPass(clock, late)).toHaveProperty("result");
  });

  it.each([4000, 4003, 2091])("refusal with %i, in the operation's own form, and nothing is done", async (code) => {
    const { kit } = await openDoor();
    await order(kit, { kind: "refusal", code, path: paths.open }, { kind: "refusal", code, path: "/v1.1/cquery" });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: code, msg: expect.any(String) });
    expect(await openOrders(kit)).toBe(0);
    expect(await kit.get("/v1.1/cquery?cmd=bcValue")).toMatchObject({ error: { code: String(code) } });
  });

  it.each([40_000, -40_000])(
    "a clock that is %i ms off: in its time, and when it judges timestamps",
    async (skewMs) => {
      const { kit } = await openDoor();
      await order(kit, { kind: "clock-skew", skewMs, count: 3 });
      expect(await kit.get(timePath)).toEqual({ time: String(kit.now() + skewMs) });
      expect(await kit.post(paths.assets, {})).toMatchObject({ state: 3025 });
      expect(await kit.post(paths.assets, {}, { timestamp: kit.now() + skewMs })).toMatchObject({ state: 0 });
      expect(await kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    },
  );

  it("never reach the operator's own addresses, and wait for their path", async () => {
    const { kit } = await openDoor();
    await order(kit, { kind: "http-error", path: paths.assets });
    expect((await kit.operate("GET", "accounts")).status).toBe(200);
    expect((await fetch(kit.url + timePath)).status).toBe(200);
    await expect(kit.post(paths.assets, {})).rejects.toThrow("HTTP 503");
  });
});

describe("a plan", () => {
  it("may be one rule, a list, or wrapped", () => {
    const rule = { kind: "empty" };
    for (const plan of [rule, [rule], { faults: [rule] }]) {
      expect(checkFaultPlan(plan)).toEqual([rule]);
    }
  });

  it.each([
    [{ kind: "nothing" }, "kind"],
    [{ kind: "drop", status: 500 }, "status"],
    [{ kind: "drop", path: "/x" }, "path"],
    [{ kind: "html", channel: "depth" }, "channel"],
    [{ kind: "html", status: 600 }, "status"],
    [{ kind: "html", status: 204 }, "status"],
    [{ kind: "http-error", status: 304 }, "status"],
    [{ kind: "html", when: "never" }, "when"],
    [{ kind: "close", code: 1006 }, "code"],
    [{ kind: "close", code: 1015 }, "code"],
    [{ kind: "refusal", code: 1234 }, "code"],
    [{ kind: "late", ms: 0 }, "ms"],
    [{ kind: "drop", count: 1.5 }, "count"],
    [{ kind: "drop", channel: "orders" }, "channel"],
    [{ kind: "drop", hello: 1 }, "hello"],
    [[[]], "faults[0]"],
    [{ faults: [], more: 1 }, "more"],
  ])("%j is refused with 400: %s", async (plan, at) => {
    const { kit } = await openDoor();
    const { status, body } = await kit.operate("POST", "faults", plan);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: "value-invalid", msg: expect.stringContaining(at) } });
    expect((await kit.operate("GET", "faults")).body).toMatchObject({ pending: [] });
  });

  it("can be there from the beginning", async () => {
    const { kit } = await openDoor({ faults: [{ kind: "http-error" }] });
    expect((await fetch(kit.url + timePath)).status).toBe(503);
  });

  it("knows every kind that has a sentence", () => {
    for (const kind of Object.keys(restFaultKinds)) {
      expect(checkFaultPlan({ kind })).toEqual([{ kind }]);
    }
  });
});
