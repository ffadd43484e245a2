import { describe, expect, it } from "vitest";
import type { SandboxOptions } from "./options.js";
import { startSandbox } from "./sandbox.js";
import { PushClient } from "./spec-support/push-client.js";

describe("a sandbox", () => {
  it("has the whole venue at any free port of loopback by default", async () => {
    const sandbox = await startSandbox();
    expect(sandbox.pairs.length).toBe(27);
    expect(sandbox.restUrl).toBe(`http://127.0.0.1:${sandbox.port}`);
    expect(sandbox.pushUrl).toBe(`ws://127.0.0.1:${sandbox.port}/cbu`);
    await sandbox.close();
  });

  it("frees its port and says goodbye when it closes, however often that is asked", async () => {
    const sandbox = await startSandbox({ pairs: 1 });
    const client = await PushClient.open(sandbox.pushUrl);
    await Promise.all([sandbox.close(), sandbox.close()]);
    expect(await client.closed).toBe(1001);
    const again = await startSandbox({ pairs: 1, port: sandbox.port });
    expect(again.port).toBe(sandbox.port);
    await again.close();
  });

  it("closes although a client does not answer", async () => {
    const sandbox = await startSandbox({ pairs: 1 });
    const mute = await PushClient.open(sandbox.pushUrl);
    mute.socket.pause();
    const start = Date.now();
    await sandbox.close();
    // Well before the 30 s after which a socket gives up by itself.
    expect(Date.now() - start).toBeLessThan(10_000);
    mute.close();
  });

  it("says which option is wrong when its port is taken", async () => {
    const first = await startSandbox({ pairs: 1 });
    await expect(startSandbox({ pairs: 1, port: first.port })).rejects.toMatchObject({
      code: "option-invalid",
      details: { option: "port" },
    });
    await first.close();
  });

  it("takes any other port when its own is taken and it may", async () => {
    const first = await startSandbox({ pairs: 1 });
    const second = await startSandbox({ pairs: 1, port: first.port, whenPortIsTaken: "take-any" });
    expect(second.port).not.toBe(first.port);
    expect((await fetch(`${second.restUrl}/v3/cbu/timestamp`)).status).toBe(200);
    await Promise.all([first.close(), second.close()]);
  });

  it.each<[string, SandboxOptions]>([
    ["whenPortIsTaken", { whenPortIsTaken: "other" as "refuse" }],
    ["port", { port: 70_000 }],
    ["port", { port: 1.5 }],
    ["pairs", { pairs: 0 }],
    ["pairs", { pairs: [] }],
    ["pairs", { pairs: ["BTC_XXX"] }],
    ["pairs", { pairs: ["4BTC_USDT", "4BTC_USDT"] }],
    ["seed", { seed: Number.NaN }],
    ["depthIntervalMs", { depthIntervalMs: 0 }],
    ["profile", { profile: "other" as "documented" }],
    ["serviceName", { serviceName: "a b" }],
    ["options", null as unknown as object],
    ["options", 5 as unknown as object],
    ["market.records", { market: { records: 5 } } as unknown as object],
    ["market.records", { market: null } as unknown as object],
    ["pairs", { pairs: "4BTC_USDT" } as unknown as object],
    ["pairs", { pairs: { length: 1 } } as unknown as object],
  ])("refuses a wrong %s", async (option, options) => {
    await expect(startSandbox(options)).rejects.toMatchObject({ code: "option-invalid", details: { option } });
  });
});
