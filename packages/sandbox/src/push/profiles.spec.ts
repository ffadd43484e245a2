import { afterEach, describe, expect, it } from "vitest";
import type { SandboxOptions } from "../options.js";
import type { Profile } from "../profile.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { loginOf } from "../spec-support/private-listener.js";
import { PushClient } from "../spec-support/push-client.js";

const channel = "4BTC_USDT_depth";
const open: { close(): unknown }[] = [];

async function start(
  profile: Profile,
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; client: PushClient }> {
  const sandbox = await startSandbox({ pairs: 2, profile, depthIntervalMs: 20, tickIntervalMs: 20, ...options });
  const client = await PushClient.open(sandbox.pushUrl);
  open.push(client, sandbox);
  return { sandbox, client };
}

afterEach(async () => {
  for (const one of open.splice(0)) {
    await one.close();
  }
});

describe("profile documented", () => {
  it("marks compressed zlib with the character 1 in binary messages", async () => {
    const { client } = await start("documented");
    client.send({ sub: channel });
    const full = await client.next();
    expect(full).toMatchObject({ binary: true, marker: 0x31, compressed: true });
    expect(full.bytes[1]).toBe(0x78);
  });

  it("marks plain data and errors with the character 0 in text messages", async () => {
    const { client } = await start("documented", { plainBelowBytes: 1_000_000 });
    client.send({ sub: channel });
    const full = await client.next();
    expect(full).toMatchObject({ binary: false, marker: 0x30, compressed: false });
    expect(full.bytes.toString("utf8").endsWith("}}")).toBe(true);
    client.send({ sub: "illegal" });
    const refused = await client.next(({ json }) => json?.error !== undefined);
    expect(refused).toMatchObject({ binary: false, marker: 0x30 });
    client.send({ ping: 5 });
    const pong = await client.next(({ json }) => json?.pong !== undefined);
    expect(pong.bytes.toString("utf8")).toBe('0{"pong":5}');
  });
});

describe("profile deployed", () => {
  it("marks compressed gzip with the byte 1", async () => {
    const { client } = await start("deployed");
    client.send({ sub: channel });
    const full = await client.next();
    expect(full).toMatchObject({ binary: true, marker: 0x01, compressed: true });
    expect([full.bytes[1], full.bytes[2]]).toEqual([0x1f, 0x8b]);
  });

  it("marks plain data with the byte 0 in binary messages that end with a newline", async () => {
    const { client } = await start("deployed", { plainBelowBytes: 1_000_000 });
    client.send({ sub: channel });
    const full = await client.next();
    expect(full).toMatchObject({ binary: true, marker: 0x00, compressed: false });
    expect(full.bytes.toString("utf8").endsWith("}}\n")).toBe(true);
  });

  it("sends errors and pongs bare, in text messages", async () => {
    const { client } = await start("deployed");
    client.send({ sub: "illegal" });
    client.send({ ping: 5 });
    const [refused, pong] = [await client.next(), await client.next()];
    expect(refused.bytes.toString("utf8")).toBe(
      '{"channel":"illegal","error":{"code":"3009","msg":"Illegal subscription channel"}}',
    );
    expect(pong.bytes.toString("utf8")).toBe('{"pong":5}');
    expect([refused.binary, pong.binary]).toEqual([false, false]);
  });
});

describe("sizes", () => {
  it.each(["documented", "deployed"] as const)("profile %s compresses long messages only", async (profile) => {
    const { client } = await start(profile, { plainBelowBytes: 400 });
    client.send({ sub: channel });
    const seen = { plain: 0, compressed: 0 };
    for (let i = 0; i < 60; i++) {
      const message = await client.next();
      const length = JSON.stringify(message.json).length;
      expect(message.compressed).toBe(length >= 400);
      seen[message.compressed ? "compressed" : "plain"]++;
    }
    expect(seen.plain).toBeGreaterThan(0);
    expect(seen.compressed).toBeGreaterThan(0);
  });
});

describe("private messages", () => {
  it.each([
    ["documented", false],
    ["deployed", true],
  ] as const)(
    "compresses private messages always in profile deployed, and by length in documented (%s)",
    async (profile, always) => {
      const { sandbox, client } = await start(profile);
      client.send(loginOf(sandbox.credential));
      const acknowledgement = await client.next(({ json }) => json?.d?.result !== undefined);
      expect(acknowledgement.compressed).toBe(always);
      await client.next(({ json }) => json?.d !== undefined && "order_all" in json.d);
      const own = client.received.filter(({ json }) => json?.topic === "ALL_ALL_login");
      expect(own).toHaveLength(4);
      expect(own.every(({ compressed }) => compressed)).toBe(always);
    },
  );
});

/** The venue gives up after two without an answer: on a busy machine a client may be starved for a while. */
const pingIntervalMs = 400;

describe("pings", () => {
  it("are control frames in profile documented; a connection that answers stays", async () => {
    const { client } = await start("documented", { pingIntervalMs });
    let pings = 0;
    client.socket.on("ping", () => {
      pings++;
    });
    await expect.poll(() => pings).toBeGreaterThan(2);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    expect(client.received).toEqual([]);
  });

  it("are control frames and JSON in profile deployed; a connection that answers the control frames alone stays", async () => {
    const { client } = await start("deployed", { pingIntervalMs });
    let controlPings = 0;
    client.socket.on("ping", () => {
      controlPings++;
    });
    for (let i = 0; i < 4; i++) {
      expect((await client.nextJson()).ping).toBeGreaterThan(1_600_000_000_000);
    }
    expect(controlPings).toBeGreaterThan(2);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it.each([
    ["answers JSON pings", (client: PushClient) => client.send({ pong: 1 })],
    ["sends control pings", (client: PushClient) => client.socket.ping()],
    ["says something", (client: PushClient) => client.send({ sub: channel })],
    ["says what nobody understands", (client: PushClient) => client.send("{")],
  ])("are no danger to a client that answers no control ping and %s", async (_, live) => {
    const { sandbox, client } = await start("deployed", { pingIntervalMs });
    client.close();
    const mute = await PushClient.open(sandbox.pushUrl, { autoPong: false });
    for (let i = 0; i < 4; i++) {
      await mute.nextJson(({ ping }) => ping !== undefined);
      live(mute);
    }
    expect(mute.socket.readyState).toBe(mute.socket.OPEN);
    mute.close();
  });

  it.each(["documented", "deployed"] as const)("profile %s closes after two without an answer", async (profile) => {
    const { sandbox, client } = await start(profile, { pingIntervalMs: 50 });
    client.close();
    const mute = await PushClient.open(sandbox.pushUrl, { autoPong: false });
    let pings = 0;
    mute.socket.on("ping", () => {
      pings++;
    });
    expect(await mute.closed).toBe(1001);
    expect(pings).toBe(2);
    expect(mute.received.length).toBe(profile === "deployed" ? 2 : 0);
  });
});

describe("slow readers", () => {
  it("are cut off at the bound, and nobody else notices", async () => {
    const { sandbox, client } = await start("documented", { maxBufferedBytes: 100_000 });
    const slow = await PushClient.open(sandbox.pushUrl);
    slow.send({ sub: channel });
    await slow.nextJson();
    client.send({ sub: channel });
    slow.socket.pause();
    sandbox.faults.add({ kind: "oversize", count: 40, bytes: 1_000_000 });
    await expect.poll(() => sandbox.statistics()).toMatchObject({ cutForSlowness: 1, connections: 1 });
    expect((await client.nextJson((json) => json.t === 1)).topic).toBe(channel);
    slow.close();
  });
});

describe("the path", () => {
  it.each(["/", "/cbc", "/other", "/__proto__", "/cbu/"])("is /cbu in profile documented, not %s", async (path) => {
    const { sandbox } = await start("documented");
    await expect(PushClient.open(sandbox.pushUrl.replace("/cbu", path))).rejects.toThrow("404");
    const asked = await PushClient.open(`${sandbox.pushUrl}?from=somewhere`);
    asked.close();
  });

  it.each(["/", "/cbc", "/cbu"])("may be %s in profile deployed: every public channel is there", async (path) => {
    const { sandbox } = await start("deployed", { pairs: ["4BTC_USDT", "5BTC_USD", "BTC_USDT"] });
    await expect(PushClient.open(sandbox.pushUrl.replace("/cbu", "/other"))).rejects.toThrow("404");
    const client = await PushClient.open(sandbox.pushUrl.replace("/cbu", path));
    for (const pair of sandbox.pairs) {
      client.send({ sub: `${pair}_depth` });
      expect((await client.nextJson(({ t }) => t === 0)).topic).toBe(`${pair}_depth`);
    }
    client.close();
  });
});
