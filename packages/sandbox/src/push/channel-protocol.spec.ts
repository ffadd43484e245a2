import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Profile } from "../profile.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { nextEntry } from "../spec-support/channel-entry.js";
import { PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
const channelOf = (rest: string): string => `svc_sub_spot_${rest}`;
const depthChannel = channelOf(`${pair}_depth`);

let sandbox: Sandbox;
let client: PushClient;

async function begin(profile: Profile = "documented"): Promise<void> {
  sandbox = await startSandbox({ pairs: [pair, "BTC_USDT"], profile, depthIntervalMs: 20, tickIntervalMs: 20 });
  client = await PushClient.open(sandbox.pushUrl);
}

afterEach(async () => {
  client.close();
  await sandbox.close();
});

describe("protocol B", () => {
  beforeEach(() => begin());

  it("answers with full depth, then with changes that follow it", async () => {
    client.send({ event: "addChannel", channel: depthChannel, binary: 0, ver: 3 });
    const full = await nextEntry(client, depthChannel);
    expect(full).toMatchObject({ binary: 0, data_type: 0, compression: "none" });
    const snapshot = full.data as { pair: string; seq: number; asks: { volume: string; price: string }[] };
    expect(snapshot.pair).toBe(pair);
    expect(snapshot.asks[0]).toEqual({ volume: expect.any(String), price: expect.any(String) });
    const change = await nextEntry(client, depthChannel);
    expect(change).toMatchObject({ data_type: 1, data: { pair, seq: snapshot.seq + 1 } });
  });

  it("has both sides of add, del and mod in every change: new quantities in add, nothing in mod", async () => {
    client.send({ event: "addChannel", channel: depthChannel, binary: 0, ver: 3 });
    const side = expect.toSatisfy((levels: unknown) => levels === null || (Array.isArray(levels) && levels.length > 0));
    for (let i = 0; i < 10; i++) {
      const change = await nextEntry(client, depthChannel, ({ data_type }) => data_type === 1);
      expect(change.data).toMatchObject({ add: { asks: side, bids: side }, del: { asks: side, bids: side } });
      expect((change.data as { mod: unknown }).mod).toEqual({ asks: null, bids: null });
    }
  });

  it("compresses where it is asked to", async () => {
    client.send({ event: "addChannel", channel: depthChannel, binary: 1, ver: 3 });
    expect(await nextEntry(client, depthChannel)).toMatchObject({ binary: 1, compression: "zlib", data: { pair } });
  });

  it("takes the trailing underscore that one table writes, and the channel back", async () => {
    client.send({ event: "addChannel", channel: `${depthChannel}_` });
    await nextEntry(client, depthChannel);
    client.send({ event: "removeChannel", channel: `${depthChannel}_` });
    client.send({ ping: 4 });
    await client.nextJson(({ pong }) => pong === 4);
    const before = client.received.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.received.length).toBe(before);
  });

  it.each(["1min", "day", "week"])("pushes candles of %s: the whole list, then two", async (period) => {
    const channel = channelOf(`${pair}_kline_${period}`);
    client.send({ event: "addChannel", channel, ver: 8 });
    const full = await nextEntry(client, channel);
    expect(full.data_type).toBe(0);
    const change = await nextEntry(client, channel);
    expect(change.data_type).toBe(1);
    expect((change.data as object[]).length).toBeLessThanOrEqual(2);
    expect((change.data as object[]).at(-1)).toMatchObject({ time: expect.any(Number), close: expect.any(String) });
  });

  it("pushes deals with their time as an integer, and tag prices", async () => {
    client.send({ event: "addChannel", channel: channelOf(`${pair}_deals`) });
    client.send({ event: "addChannel", channel: channelOf(`${pair}TAGPRICE_kline_1min`), ver: 8 });
    const deal = await nextEntry(client, channelOf(`${pair}_deals`), ({ data_type }) => data_type === 1);
    expect(deal.data).toEqual([
      expect.objectContaining({ pair, price: expect.any(String), time: expect.any(Number), side: expect.any(Number) }),
    ]);
    const tag = await nextEntry(client, channelOf(`${pair}TAGPRICE_kline_1min`), ({ data_type }) => data_type === 1);
    expect((tag.data as object[]).length).toBeGreaterThan(0);
  });

  it.each([
    ["a channel of no such pair", channelOf("4NONE_USDT_depth"), "3009"],
    ["a period that is not pushed", channelOf(`${pair}_kline_3min`), "3009"],
    ["a tag price of a spot pair", channelOf("BTC_USDTTAGPRICE_kline_1min"), "3009"],
    ["a ticker, which this protocol has not", channelOf(`${pair}_ticker`), "3009"],
  ])("refuses %s", async (_, channel, code) => {
    client.send({ event: "addChannel", channel });
    expect((await client.nextJson()).error?.code).toBe(code);
  });

  it("refuses an event that is none with 3017, and what is no message with 3010", async () => {
    client.send({ event: "subscribe", channel: depthChannel });
    expect((await client.nextJson()).error?.code).toBe("3017");
    client.send("{");
    expect((await client.nextJson()).error?.code).toBe("3010");
  });

  it("is not mixed with protocol A on one connection, either way", async () => {
    client.send({ ping: 1 });
    await client.nextJson(({ pong }) => pong === 1);
    client.send({ event: "addChannel", channel: depthChannel });
    await nextEntry(client, depthChannel);
    client.send({ sub: `${pair}_depth` });
    expect((await client.nextJson(({ error }) => error !== undefined)).error?.code).toBe("3017");
    const other = await PushClient.open(sandbox.pushUrl);
    other.send({ sub: `${pair}_depth` });
    other.send({ event: "addChannel", channel: depthChannel });
    expect((await other.nextJson(({ error }) => error !== undefined)).error?.code).toBe("3017");
    other.close();
  });

  it("carries twenty channels and no more", async () => {
    const periods = ["1min", "5min", "15min", "30min", "1hour", "2hour", "4hour", "6hour", "12hour", "day", "week"];
    const names = [pair, "BTC_USDT"].flatMap((name) => periods.map((period) => channelOf(`${name}_kline_${period}`)));
    for (const channel of names.slice(0, 21)) {
      client.send({ event: "addChannel", channel });
    }
    expect(await client.nextJson(({ error }) => error !== undefined)).toMatchObject({
      channel: names[20],
      error: { code: "3010" },
    });
  });

  it("logs in, tells the whole account, and refuses a wrong sign", async () => {
    const { apiKey, apiSecret } = sandbox.credential;
    const channel = channelOf("ALL_ALL_login");
    const sign = createHmac("md5", apiSecret)
      .update(JSON.stringify({ apikey: apiKey, channel, event: "addChannel" }))
      .digest("hex");
    client.send({
      apikey: apiKey,
      channel,
      event: "addChannel",
      sign: sign.replace(/./, (digit) => (digit === "0" ? "1" : "0")),
    });
    expect((await client.nextJson(({ error }) => error !== undefined)).error?.code).toMatch(/3025/);
    client.send({ apikey: apiKey, channel, event: "addChannel", sign });
    expect(await nextEntry(client, channel)).toMatchObject({ data: { result: expect.any(String) } });
    expect(Object.keys((await nextEntry(client, channel)).data as object)).toEqual(["assets_all"]);
    expect(Object.keys((await nextEntry(client, channel)).data as object)).toEqual(["position_all"]);
    expect(Object.keys((await nextEntry(client, channel)).data as object)).toEqual(["order_all"]);
  });
});

describe("protocol B of deployments", () => {
  beforeEach(() => begin("deployed"));

  it("compresses depth and deals with gzip unasked, and full depth has no seq", async () => {
    client.send({ event: "addChannel", channel: depthChannel, binary: 0 });
    const full = await nextEntry(client, depthChannel);
    expect(full).toMatchObject({ compression: "gzip", data_type: 0 });
    expect(full.data).not.toHaveProperty("seq");
    expect((await nextEntry(client, depthChannel)).data).toHaveProperty("seq");
  });
});
