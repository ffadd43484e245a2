import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { Follower } from "../spec-support/follower.js";
import { type DepthPayload, PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
const channel = `${pair}_depth`;

let sandbox: Sandbox;
let client: PushClient;

beforeEach(async () => {
  sandbox = await startSandbox({ pairs: 25, depthIntervalMs: 20, tickIntervalMs: 20 });
  client = await PushClient.open(sandbox.pushUrl);
});

afterEach(async () => {
  client.close();
  await sandbox.close();
});

function signOf(apiKey: string, secret: string): string {
  return createHmac("md5", secret)
    .update(JSON.stringify({ apikey: apiKey, sub: "ALL_ALL_login" }))
    .digest("hex");
}

async function truthAt(seq: number): Promise<DepthPayload> {
  const response = await fetch(`${sandbox.restUrl}/_sandbox/book/${pair}?seq=${seq}`);
  expect(response.status).toBe(200);
  return (await response.json()) as DepthPayload;
}

describe("the depth channel", () => {
  it("sends everything first and then differences that lead to the published state of each seq", async () => {
    client.send({ event: "addChannel", sub: channel });
    const follower = new Follower();
    let compared = 0;
    for (let i = 0; i < 30; i++) {
      const { topic, t, d } = await client.nextJson();
      expect(topic).toBe(channel);
      expect(t).toBe(i === 0 ? 0 : 1);
      if (d === undefined) {
        throw new Error("no payload");
      }
      expect(d.pair).toBe(pair);
      if (i > 0) {
        expect(d.seq).toBe(follower.seq + 1);
      }
      follower.receive(d);
      const truth = await truthAt(d.seq);
      expect(truth.ut).toBe(d.ut);
      expect(follower.rows()).toEqual({ asks: truth.asks, bids: truth.bids });
      compared++;
    }
    expect(compared).toBe(30);
  });

  it("writes rows as quantity and price, empty sides as null", async () => {
    client.send({ event: "addChannel", sub: channel });
    const full = (await client.nextJson()).d;
    expect(full?.asks?.length).toBeGreaterThanOrEqual(50);
    expect(full?.bids?.length).toBeGreaterThanOrEqual(50);
    const [quantity, price] = full?.asks?.[0] ?? [];
    expect(price).toMatch(/^\d+\.\d$/);
    expect(quantity).toMatch(/^\d+(\.\d{0,3}[1-9])?$/);
    const update = await client.next(({ json }) => json?.d?.del?.asks === null || json?.d?.del?.bids === null);
    expect(Object.keys(update.json?.d ?? {})).toEqual(["pair", "ut", "seq", "add", "del"]);
  });

  it("is enough with sub alone", async () => {
    client.send({ sub: channel });
    expect((await client.nextJson()).topic).toBe(channel);
  });

  it("shows a newcomer the state that the next update starts from", async () => {
    client.send({ sub: channel });
    await client.nextJson((json) => json.t === 1);
    const second = await PushClient.open(sandbox.pushUrl);
    second.send({ sub: channel });
    const full = await second.nextJson();
    expect(full.t).toBe(0);
    expect((await second.nextJson()).d?.seq).toBe((full.d?.seq ?? 0) + 1);
    second.close();
  });

  it("answers a repeated subscription with everything, and updates come once", async () => {
    client.send({ sub: channel });
    await client.nextJson();
    client.send({ sub: channel });
    const full = await client.nextJson((json) => json.t === 0);
    const seqs = [await client.nextJson(), await client.nextJson(), await client.nextJson()].map((json) => json.d?.seq);
    const start = full.d?.seq ?? 0;
    expect(seqs).toEqual([start + 1, start + 2, start + 3]);
  });

  it("ends with unsub", async () => {
    client.send({ sub: channel });
    await client.nextJson((json) => json.t === 1);
    client.send({ unsub: channel });
    client.send({ ping: 7 });
    await client.nextJson((json) => json.pong === 7);
    const before = client.received.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.received.length).toBe(before);
  });

  it("publishes while somebody listens, and a fresh state to whoever comes later", async () => {
    client.send({ sub: channel });
    await client.nextJson((json) => json.t === 1);
    client.send({ unsub: channel });
    client.send({ ping: 1 });
    await client.nextJson((json) => json.pong === 1);
    const quiet = sandbox.exchange.published(pair)?.seq ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(sandbox.exchange.published(pair)?.seq).toBe(quiet);
    const askedAtMs = Date.now();
    client.send({ sub: channel });
    const full = await client.nextJson((json) => json.t === 0);
    expect(full.d?.seq).toBe(quiet + 1);
    expect(full.d?.ut).toBeGreaterThan(askedAtMs - 100);
  });
});

describe("refusals", () => {
  it.each(["4NONE_USDT_depth", "4BTC_USDT", "_depth", "", "4BTC_USDT_depth_", "4BTC_USDT_orders"])(
    "3009 for the channel %j",
    async (illegal) => {
      client.send({ event: "addChannel", sub: illegal });
      expect(await client.nextJson()).toEqual({
        channel: illegal,
        error: { code: "3009", msg: "Illegal subscription channel" },
      });
    },
  );

  it.each([{ event: "removeAll", sub: channel }, { hello: 1 }, [], 17, { sub: 5 }, { ping: "x" }])(
    "3017, with the text that was published for it, for %j",
    async (message) => {
      client.send(JSON.stringify(message));
      expect(await client.nextJson()).toEqual({ error: { code: "3017", msg: "Trading pair error" } });
    },
  );

  it.each(["", "{", "no json", '{"sub":"a","sub":"b"}', "[".repeat(100), `{"sub":"${"a".repeat(20_000)}"}`])(
    "3010 for what is no message (%#)",
    async (text) => {
      client.send(text);
      expect(await client.nextJson()).toEqual({ error: { code: "3010", msg: "websocket connection error" } });
    },
  );

  it("3010 for the 21st channel; giving one back makes room", async () => {
    for (const name of sandbox.pairs.slice(0, 20)) {
      client.send({ sub: `${name}_depth` });
    }
    const extra = `${sandbox.pairs[20]}_depth`;
    client.send({ sub: extra });
    const refused = await client.nextJson((json) => json.error !== undefined);
    expect(refused).toEqual({ channel: extra, error: { code: "3010", msg: "websocket connection error" } });
    // A channel that it has already does not count again.
    client.send({ sub: channel });
    expect((await client.nextJson((json) => json.topic === channel && json.t === 0)).error).toBeUndefined();
    client.send({ unsub: channel });
    client.send({ sub: extra });
    expect((await client.nextJson((json) => json.topic === extra)).t).toBe(0);
  });

  it("leaves the connection open and other subscriptions alone", async () => {
    client.send({ sub: channel });
    client.send("nonsense");
    await client.nextJson((json) => json.error?.code === "3010");
    expect((await client.nextJson((json) => json.t === 1)).topic).toBe(channel);
  });

  it("closes a connection that sends more than a client ever needs", async () => {
    client.send("x".repeat(70_000));
    expect(await client.closed).toBe(1009);
  });
});

describe("the login", () => {
  it.each([
    ["as documented", {}, "sub"],
    ["with an event", { event: "addChannel" }, "sub"],
    ["with channel in place of sub", {}, "channel"],
  ])("is acknowledged %s", async (_name, extra, key) => {
    const { apiKey, apiSecret } = sandbox.credential;
    client.send({ ...extra, apikey: apiKey, sign: signOf(apiKey, apiSecret), [key]: "ALL_ALL_login" });
    expect(await client.nextJson()).toEqual({
      topic: "ALL_ALL_login",
      uid: String(sandbox.userId),
      t: 0,
      d: { result: "subscription succeeded" },
    });
  });

  it("is refused with 3025 for a wrong signature and 3012 for an unknown key", async () => {
    const { apiKey, apiSecret } = sandbox.credential;
    client.send({ apikey: apiKey, sign: signOf(apiKey, `${apiSecret}x`), sub: "ALL_ALL_login" });
    expect(await client.nextJson()).toEqual({
      channel: "ALL_ALL_login",
      error: { code: "3025", msg: "apikey signature verification failed" },
    });
    client.send({ apikey: "nobody", sign: signOf("nobody", apiSecret), sub: "ALL_ALL_login" });
    expect(await client.nextJson()).toEqual({
      channel: "ALL_ALL_login",
      error: { code: "3012", msg: "Interface does not support apikey request method" },
    });
  });

  it("is taken back with the private unsub, by its own key only", async () => {
    const { apiKey, apiSecret } = sandbox.credential;
    const sign = signOf(apiKey, apiSecret);
    client.send({ apikey: apiKey, sign, unsub: "ALL_ALL_login" });
    expect((await client.nextJson()).error?.code).toBe("3012");
    client.send({ apikey: apiKey, sign, sub: "ALL_ALL_login" });
    expect((await client.nextJson()).d?.result).toBeDefined();
    client.send({ apikey: apiKey, sign, unsub: "ALL_ALL_login" });
    client.send({ ping: 3 });
    await client.nextJson(({ pong }) => pong === 3);
    expect(client.received.filter(({ json }) => json?.topic === "ALL_ALL_login")).toHaveLength(4);
  });
});
