import { describe, expect, it } from "vitest";
import { openDoor, openTenant, paths } from "../spec-support/rest-door.js";
import { RateLimit } from "./rate-limit.js";

describe("the number of requests", () => {
  it("is 30 in any 5 s for each sender", () => {
    const rate = new RateLimit({ requestsPerWindow: 30, requestWindowMs: 5000 });
    for (let i = 0; i < 30; i++) {
      expect(rate.take("a", 1000 + i * 100)).toBe(true);
    }
    expect(rate.take("a", 4000)).toBe(false);
    expect(rate.take("b", 4000)).toBe(true);
    // The first of them is out of the window, the second is not.
    expect(rate.take("a", 6000)).toBe(true);
    expect(rate.take("a", 6000)).toBe(false);
    expect(rate.take("a", 6099)).toBe(false);
    expect(rate.take("a", 6100)).toBe(true);
  });

  it("does not count what was refused", () => {
    const rate = new RateLimit({ requestsPerWindow: 1, requestWindowMs: 100 });
    expect(rate.take("a", 0)).toBe(true);
    for (let at = 10; at < 100; at += 10) {
      expect(rate.take("a", at)).toBe(false);
    }
    expect(rate.take("a", 100)).toBe(true);
  });

  it("is without bound when the rule is 0", () => {
    const rate = new RateLimit({ requestsPerWindow: 0, requestWindowMs: 1 });
    for (let i = 0; i < 1000; i++) {
      expect(rate.take("a", 0)).toBe(true);
    }
  });
});

describe("the door", () => {
  it("answers 2091 by key, and by address where there is no key", async () => {
    const { kit, clock } = await openDoor({ requestsPerWindow: 4 });
    const { kit: other } = await openTenant(kit);
    const states = async (ask: () => Promise<{ readonly state?: number }>, times: number): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let i = 0; i < times; i++) {
        found.push((await ask()).state);
      }
      return found;
    };
    expect(await states(() => kit.post(paths.assets, {}), 6)).toEqual([0, 0, 0, 0, 2091, 2091]);
    // Another key has its own share, and so has the address.
    expect(await states(() => other.post(paths.assets, {}), 1)).toEqual([0]);
    const failing = other.as({ ...other.key, apiSecret: "x" });
    expect(await states(() => failing.post(paths.assets, {}), 2)).toEqual([3025, 3025]);
    expect(await states(() => kit.get("/v3.1/cquery/buUnit"), 3)).toEqual([0, 0, 2091]);
    // Who guesses at keys is not even told whether he was right to be refused.
    expect(await states(() => failing.post(paths.assets, {}), 1)).toEqual([2091]);
    expect(await states(() => other.post(paths.assets, {}), 1)).toEqual([0]);
    clock.advance(5000);
    expect(await states(() => kit.post(paths.assets, {}), 1)).toEqual([0]);
    expect(await states(() => kit.get("/v3.1/cquery/buUnit"), 1)).toEqual([0]);
  });

  it("answers 2091 in the form of each family", async () => {
    const { kit } = await openDoor({ requestsPerWindow: 1 });
    await kit.form([{ cmd: "bc/orderHistory", body: { page: 1, size: 1 }, index: 1 }]);
    const refused = await kit.form([{ cmd: "bc/orderHistory", body: { page: 1, size: 1 }, index: 1 }]);
    expect(refused).toEqual({ error: { code: "2091", msg: "request is too frequency, please try again later" } });
    await kit.get("/v1.1/cquery?cmd=bcUnit");
    expect(await kit.get("/v1.1/cquery?cmd=bcUnit")).toMatchObject({ error: { code: "2091" } });
    expect(await kit.get("/v3.1/cquery/buUnit")).toMatchObject({ state: 2091, cmd: "buUnit" });
  });

  it("does not count the operator", async () => {
    const { kit } = await openDoor({ requestsPerWindow: 1 });
    for (let i = 0; i < 5; i++) {
      expect(await kit.operate("GET", "accounts")).toMatchObject({ status: 200 });
    }
  });
});
