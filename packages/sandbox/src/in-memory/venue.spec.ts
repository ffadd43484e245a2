import { gunzipSync } from "node:zlib";
import { Credential, headerStringToSign } from "@depthwire/core";
import { encodeLogin } from "@depthwire/core/internal";
import { describe, expect, it } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "../in-memory.js";
import { profiles } from "../profile.js";

async function post(venue: InMemoryVenue, target: string, params: object, atMs = venue.clock.epochMs()) {
  const body = JSON.stringify(params);
  const credential = new Credential(venue.credential);
  const headers = {
    "content-type": "application/json",
    "svc-api-key": venue.credential.apiKey,
    "svc-timestamp": String(atMs),
    "svc-api-sign": credential.sign(headerStringToSign(atMs, body)),
  };
  const { status, body: answered } = await venue.request({ method: "POST", target, headers, body });
  return { status, answer: JSON.parse(new TextDecoder().decode(answered)) as Record<string, unknown> };
}

interface Heard {
  readonly texts: string[];
  readonly closed: [code: number, cause: string][];
  controlFrames: number;
  opened: number;
}

/** Deployments compress private messages with gzip, however short. */
function textOf(bytes: Uint8Array): string {
  const body = bytes[0] === 0x01 ? gunzipSync(bytes.subarray(1)) : bytes;
  return new TextDecoder().decode(body);
}

function listenTo(venue: InMemoryVenue): { heard: Heard; socket: ReturnType<InMemoryVenue["connect"]> } {
  const heard: Heard = { texts: [], closed: [], controlFrames: 0, opened: 0 };
  const socket = venue.connect({
    opened: () => {
      heard.opened += 1;
    },
    message: (bytes) => heard.texts.push(textOf(bytes)),
    controlFrame: () => {
      heard.controlFrames += 1;
    },
    closed: (...how) => heard.closed.push(how),
  });
  return { heard, socket };
}

/** Everything as text, whatever its length. */
const plain: InMemoryVenueOptions = { plainBelowBytes: 1_000_000 };

describe.each(profiles)("a venue in memory, profile %s", (profile) => {
  it("answers requests in its own time", async () => {
    const venue = createInMemoryVenue({ profile, startMs: 5_000_000 });
    const asked = await venue.request({ method: "GET", target: "/v3/cbu/timestamp", headers: {} });
    expect(asked.status).toBe(200);
    expect(new TextDecoder().decode(asked.body)).toContain("5000000");
    await venue.elapse(1_234);
    expect(venue.clock.epochMs()).toBe(5_001_234);
  });

  it("logs in and tells of the account on a push connection", async () => {
    const venue = createInMemoryVenue({ ...plain, profile });
    const { heard, socket } = listenTo(venue);
    expect(heard.opened).toBe(0);
    await venue.elapse(0);
    expect(heard.opened).toBe(1);
    socket.send(encodeLogin(new Credential(venue.credential)));
    await venue.elapse(10);
    expect(heard.texts.join()).toMatch(/assets_all.*position_all.*order_all/s);
    expect(venue.account(venue.userId).assets.length).toBeGreaterThan(0);
  });
});

describe("a venue in memory", () => {
  it("is the same to the byte when all is repeated", async () => {
    const run = async (): Promise<string> => {
      const venue = createInMemoryVenue({ ...plain, seed: 3 });
      const { heard, socket } = listenTo(venue);
      await venue.elapse(0);
      socket.send(JSON.stringify({ event: "addChannel", sub: `${venue.pairs[0]}_depth` }));
      await venue.elapse(2_000);
      return heard.texts.join("\n");
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(100);
    expect(await run()).toBe(first);
  });

  it("refuses what was signed too long ago", async () => {
    const venue = createInMemoryVenue();
    const nowMs = venue.clock.epochMs();
    expect((await post(venue, "/v3/cbu/assets", {}, nowMs - 31_000)).answer).toMatchObject({ state: 3025 });
    expect((await post(venue, "/v3/cbu/assets", {}, nowMs - 29_000)).answer).toMatchObject({ state: 0 });
  });

  it("loses what is on its way when the network is cut, and forgets the session", async () => {
    const venue = createInMemoryVenue(plain);
    const { heard, socket } = listenTo(venue);
    await venue.elapse(0);
    socket.send(encodeLogin(new Credential(venue.credential)));
    await venue.elapse(1);
    const before = heard.texts.length;
    venue.apply({ kind: "credit", account: venue.userId, coin: "USDT", amount: "1", purse: "contract" });
    socket.cut();
    await venue.elapse(100);
    expect(heard.closed).toEqual([[1006, "cut"]]);
    venue.apply({ kind: "credit", account: venue.userId, coin: "USDT", amount: "1", purse: "contract" });
    await venue.elapse(100);
    expect(heard.texts.length).toBe(before);
    expect(heard.closed).toHaveLength(1);
  });

  it("answers control pings, and pings by itself", async () => {
    const venue = createInMemoryVenue({ pingIntervalMs: 50 });
    const { heard, socket } = listenTo(venue);
    await venue.elapse(0);
    socket.ping();
    await venue.elapse(1);
    expect(heard.controlFrames).toBe(1);
    await venue.elapse(1_000);
    // All of its own pings were answered, or it had closed the connection.
    expect(heard.controlFrames).toBeGreaterThan(15);
    expect(heard.closed).toEqual([]);
  });

  it("turns connections away as the fault plan says", async () => {
    const venue = createInMemoryVenue();
    venue.faults.add({ kind: "refuse" });
    const refused = listenTo(venue).heard;
    const accepted = listenTo(venue).heard;
    await venue.elapse(1);
    expect([refused.opened, refused.closed[0]?.[0], accepted.opened]).toEqual([0, 1006, 1]);
  });

  it("lets time pass until a promise is settled, and not longer", async () => {
    const venue = createInMemoryVenue();
    const startMs = venue.clock.epochMs();
    const waited = new Promise<string>((resolve) => venue.clock.after(700, () => resolve("done")));
    await expect(venue.settle(waited)).resolves.toBe("done");
    expect(venue.clock.epochMs() - startMs).toBe(700);
    await expect(venue.settle(new Promise(() => undefined), 10)).rejects.toThrow(RangeError);
  });
});
