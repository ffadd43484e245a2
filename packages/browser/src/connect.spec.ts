import { Credential } from "@depthwire/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "./connect.js";
import type { ConnectOptions } from "./connect-options.js";
import { stubOriginFiles } from "./memory-directory.spec-kit.js";
import { answerSubscriptions, StubSocket, StubWorker } from "./page-world.spec-kit.js";

const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
let listeners: Map<string, (event: Event) => void>;

beforeEach(() => {
  listeners = new Map();
  vi.stubGlobal("WebSocket", StubSocket);
  vi.stubGlobal("addEventListener", (type: string, listener: (event: Event) => void) => listeners.set(type, listener));
  vi.stubGlobal("removeEventListener", (type: string) => listeners.delete(type));
  vi.stubGlobal("navigator", { onLine: true, hardwareConcurrency: 4 });
  vi.stubGlobal("location", { origin: "https://page.test" });
  answerSubscriptions();
});

afterEach(() => {
  StubSocket.onNew = () => undefined;
});

const here: ConnectOptions = { addresses: ["ws://venue"] };

describe("a venue in a page", () => {
  it("has live books, which are stale while the browser is offline, and ends with its listening", async () => {
    await using venue = connect(here);
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    listeners.get("offline")?.(new Event("offline"));
    expect(book.latest.status).not.toBe("live");
    listeners.get("online")?.(new Event("online"));
    await expect.poll(() => book.latest.status).toBe("live");
    await venue.close();
    expect(listeners.size).toBe(0);
  });

  it("calls by the browser's own requests", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return new Response('{"time":"1700000000000"}');
    });
    await using venue = connect({ ...here, restAddress: "https://venue.test" });
    expect(await venue.rest.usdt.getServerTime({})).toEqual({ serverTimeMs: 1_700_000_000_000 });
    expect(asked).toEqual(["https://venue.test/v3/cbu/timestamp"]);
  });

  it("records in the directory that it is given, in parts of one megabyte", async () => {
    const root = stubOriginFiles("page");
    const venue = connect({ ...here, record: { directory: "today", run: "mine" } });
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    await venue.close();
    expect(venue.recording?.statistics()).toMatchObject({ segments: 1, frames: 1 });
    expect([...root.entries.keys()]).toEqual(["today"]);
  });

  it("has threads where it expects many pairs, each a worker of the page's", async () => {
    const workers: StubWorker[] = [];
    const openWorker = () => workers[workers.push(new StubWorker()) - 1] as unknown as Worker;
    const venue = connect({ ...here, expectedPairs: 50, openWorker });
    expect(workers).toHaveLength(3);
    // They cannot be loaded: their shards run in the page's own thread.
    for (const worker of workers) {
      worker.fail("not found");
    }
    await venue.close();
  });

  it("ends by its signal, and was never there where that had fired", async () => {
    const abort = new AbortController();
    const venue = connect({ ...here, signal: abort.signal });
    expect(listeners.size).toBeGreaterThan(0);
    abort.abort();
    expect(listeners.size).toBe(0);
    expect(() => venue.book("4BTC_USDT")).toThrowError(expect.objectContaining({ code: "closed" }));
    await venue.close();
    expect(() => connect({ ...here, signal: AbortSignal.abort() })).toThrowError(
      expect.objectContaining({ code: "aborted" }),
    );
    expect(listeners.size).toBe(0);
  });
});

describe("secrets in a page", () => {
  const secrets = expect.objectContaining({ code: "browser-secrets", details: { option: "allowBrowserSecrets" } });

  it.each([
    { addresses: ["ws://venue", "ws://name:word@venue"] },
    { ...here, restAddress: "https://name@venue.test" },
    { ...here, restAddress: { rest: "https://venue.test", legacy: "https://:word@venue.test" } },
    { ...here, restAddress: { rest: ["https://venue.test", "https://name@venue.test"] } },
  ])("in an address are refused before anything is opened: %j", (options) => {
    expect(() => connect(options as ConnectOptions)).toThrowError(secrets);
    expect(listeners.size).toBe(0);
  });

  it("in a key are refused where they are not allowed, and taken where they are", async () => {
    await using barred = connect({ ...here, restAddress: "https://venue.test" });
    expect(() => barred.account(credential)).toThrowError(secrets);
    expect(() => barred.login(credential)).toThrowError(secrets);
    await using allowed = connect({ ...here, restAddress: "https://venue.test", allowBrowserSecrets: true });
    expect(allowed.login(credential).status.phase).toBe("connecting");
    await using plain = connect({ addresses: ["ws://name:word@venue"], allowBrowserSecrets: true });
    expect(plain.statistics().frames).toBe(0);
  });
});

it.each([
  ["http.closeWithinMs", { http: { closeWithinMs: -1 } }],
  ["socketLimits.maxMessageBytes", { socketLimits: { maxMessageBytes: 0 } }],
  ["socketLimits.handshakeTimeoutMs", { socketLimits: { handshakeTimeoutMs: 0 } }],
  ["socketLimits.closeTimeoutMs", { socketLimits: { closeTimeoutMs: 0 } }],
  ["socketLimits.unansweredTimeoutMs", { socketLimits: { unansweredTimeoutMs: 0 } }],
  ["record.directory", { record: {} }],
  ["record.maxSegmentBytes", { record: { directory: "a", maxSegmentBytes: 0 } }],
  ["openWorker", { openWorker: "worker.js" }],
  ["allowBrowserSecrets", { allowBrowserSecrets: "yes" }],
  ["shard", { shard: 1 }],
])("an unusable option %s is refused before anything is opened", (option, given) => {
  expect(() => connect({ ...here, ...given } as ConnectOptions)).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
  );
  expect(listeners.size).toBe(0);
});
