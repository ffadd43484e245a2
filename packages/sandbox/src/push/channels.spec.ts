import { afterEach, describe, expect, it } from "vitest";
import type { Profile } from "../profile.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
let sandbox: Sandbox;
let client: PushClient;

async function begin(profile: Profile): Promise<void> {
  sandbox = await startSandbox({ pairs: [pair], profile, depthIntervalMs: 20, tickIntervalMs: 20 });
  client = await PushClient.open(sandbox.pushUrl);
}

afterEach(async () => {
  client.close();
  await sandbox.close();
});

async function listen(channel: string): Promise<{ full: unknown; change: unknown }> {
  client.send({ sub: channel });
  const full = await client.nextJson(({ topic, t }) => topic === channel && t === 0);
  const change = await client.nextJson(({ topic, t }) => topic === channel && t === 1);
  return { full: full.d, change: change.d };
}

type Rows = readonly (readonly unknown[])[];

describe.each([
  ["documented", 7, 5],
  ["deployed", 6, 6],
] as const)("channels of protocol A, profile %s", (profile, klineElements, dealElements) => {
  it("candles: the whole list, then the two latest", async () => {
    await begin(profile);
    const { full, change } = await listen(`${pair}_kline_1min`);
    expect((full as Rows).every((row) => row.length === klineElements)).toBe(true);
    expect((change as Rows).length).toBeLessThanOrEqual(2);
    expect((change as Rows).at(-1)).toHaveLength(klineElements);
  });

  it("tag prices", async () => {
    await begin(profile);
    const { change } = await listen(`${pair}TAGPRICE_kline_1min`);
    expect((change as Rows).at(-1)?.[0]).toMatch(/^\d{13}$/);
  });

  it("deals: a list of rows of five, then single rows", async () => {
    await begin(profile);
    const { full, change } = await listen(`${pair}_deals`);
    expect((full as { pair: string }).pair).toBe(pair);
    const row = change as readonly unknown[];
    expect(row).toHaveLength(dealElements);
    expect(row[0] === pair).toBe(profile === "deployed");
    expect(row.slice(profile === "deployed" ? 3 : 2)[0]).toMatch(/^[12]$/);
  });

  it("24-hour figures, with the two last prices in the profile's order", async () => {
    await begin(profile);
    const { full } = await listen(`${pair}_ticker`);
    const row = full as readonly string[];
    expect(row).toHaveLength(14);
    const [documented, swapped] = [row[2], row[3]];
    expect(Number(row[13])).toBe(Number(profile === "documented" ? documented : swapped));
  });
});

describe("feeds", () => {
  it("are told at once to a client that asks again", async () => {
    await begin("documented");
    await listen(`${pair}_ticker`);
    client.send({ sub: `${pair}_ticker` });
    await client.nextJson(({ topic, t }) => topic === `${pair}_ticker` && t === 0);
  });

  it.each(["drop", "duplicate", "cut", "close", "black-hole"] as const)(
    "suffer %s where the channel is named",
    async (kind) => {
      await begin("documented");
      await listen(`${pair}_deals`);
      sandbox.faults.add({ kind, channel: "deals", code: 4001 });
      if (kind === "cut" || kind === "close") {
        expect(await client.closed).toBe(kind === "cut" ? 1006 : 4001);
      } else {
        await expect.poll(() => sandbox.faults.applied()).toEqual({ [kind]: 1 });
      }
      if (kind === "black-hole") {
        const before = client.received.length;
        client.send({ ping: 1 });
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(client.received.length).toBe(before);
        expect(client.socket.readyState).toBe(client.socket.OPEN);
      }
    },
  );
});
