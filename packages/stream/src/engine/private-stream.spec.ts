import { inspect } from "node:util";
import { Credential } from "@depthwire/core";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maxUnreadableInRow } from "../session/unreadable-run.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";
import type { PrivateStatus } from "./private-stream.js";

const secret = "c708ac3e70d115ec29efbee197330627d7edf842";
const key = "canary-key-0123456789";

let clock: FakeClock;
let network: FakeNetwork;
let engine: Engine;

beforeEach(() => {
  clock = fakeClock();
  network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine({ addresses: ["ws://one", "ws://two"] }, { clock, random: () => 0.5, shard });
});

afterEach(() => engine.close());

const login = () => engine.login(new Credential({ apiKey: key, apiSecret: secret }));
const acknowledgement = '{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}';
const refusal = (code: number) => `{"error":{"code":"${code}","msg":"published text"}}`;

describe("a login", () => {
  test("connects, signs and is live when the venue acknowledges", () => {
    const session = login();
    expect(session.status).toEqual({ phase: "connecting", address: "ws://one" });
    network.last.open();
    expect(session.status.phase).toBe("logging-in");
    expect(JSON.parse(network.last.sent[0] ?? "")).toMatchObject({ apikey: key, sub: "ALL_ALL_login" });
    network.last.zlib(acknowledgement);
    expect(session.status).toEqual({ phase: "live", address: "ws://one" });
  });

  test("is made again on the next connection", () => {
    const session = login();
    network.last.open();
    network.last.plain(acknowledgement);
    network.last.end();
    expect(session.status).toMatchObject({ phase: "waiting", after: "connection-lost", retryInMs: 2_500 });
    clock.advance(2_500);
    network.last.open();
    expect(network.last.sent).toHaveLength(1);
    network.last.plain(acknowledgement);
    expect(session.status.phase).toBe("live");
  });

  test("that was rotated while nobody was logged in is made with the new key", () => {
    const session = login();
    network.last.open();
    network.last.plain(acknowledgement);
    network.last.end();
    session.rotate(new Credential({ apiKey: "canary-key-2", apiSecret: secret }));
    clock.advance(2_500);
    network.last.open();
    expect(JSON.parse(network.last.sent[0] ?? "")).toMatchObject({ apikey: "canary-key-2" });
  });

  test.each([3012, 3024, 3025, 3026, 3027])("%i ends it for good, with the venue's own words", (code) => {
    const session = login();
    network.last.open();
    network.last.plain(refusal(code));
    expect(session.status).toMatchObject({
      phase: "refused",
      error: { code: "venue-refused", venueCode: code, details: { published: "published text" } },
    });
    clock.advance(3_600_000);
    expect([network.sockets.length, clock.pending()]).toEqual([1, 0]);
  });

  test("another code is tried again", () => {
    const session = login();
    network.last.open();
    network.last.bytes(new TextEncoder().encode(refusal(4003)));
    expect(session.status).toMatchObject({ phase: "waiting", after: "login-failed" });
    clock.advance(5_000);
    expect(network.sockets.length).toBe(2);
  });

  test("without an answer is tried again", () => {
    const session = login();
    network.last.open();
    clock.advance(10_000);
    expect(session.status).toMatchObject({ phase: "waiting", after: "login-failed" });
  });

  test("answers pings, and counts what it cannot read", () => {
    const session = login();
    network.last.open();
    network.last.plain(acknowledgement);
    network.last.plain('{"ping":5}');
    expect(network.last.sent.at(-1)).toBe('{"pong":5}');
    network.last.plain("nonsense");
    network.last.bytes(new Uint8Array(0));
    expect(session.rejected).toEqual({ "json-syntax": 1, "frame-empty": 1 });
    expect(session.status.phase).toBe("live");
  });

  test("on whose connection nothing can be read any more is made again", () => {
    const session = login();
    network.last.open();
    network.last.plain(acknowledgement);
    for (let message = 0; message < maxUnreadableInRow; message++) {
      network.last.plain("nonsense");
    }
    expect(session.status).toMatchObject({
      phase: "waiting",
      after: "connection-lost",
      cause: "16 messages in a row could not be read",
    });
    expect(session.rejected).toEqual({ "json-syntax": maxUnreadableInRow });
    clock.advance(5_000);
    expect(network.sockets).toHaveLength(2);
  });

  test("its status is a stream that ends with it", async () => {
    const session = login();
    const seen: PrivateStatus["phase"][] = [];
    const reading = (async () => {
      for await (const status of session.statusChanges) {
        seen.push(status.phase);
      }
    })();
    await clock.advanceAndSettle(0);
    network.last.open();
    await clock.advanceAndSettle(0);
    network.last.plain(acknowledgement);
    await clock.advanceAndSettle(0);
    await engine.close();
    await reading;
    expect(seen).toEqual(["connecting", "logging-in", "live", "closed"]);
    expect(network.last.closedWith).toBe(1000);
    expect(() => login()).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("neither key nor secret can be seen in it", () => {
    const session = login();
    network.last.open();
    network.last.plain(refusal(3025));
    const shown = inspect([session, engine, session.status], { depth: 20, showHidden: true });
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(key);
    expect(JSON.stringify([session, session.status])).not.toMatch(new RegExp(`${secret}|${key}`));
  });
});
