import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Account, Credential, connect, observe, type Venue } from "@depthwire/node";
import { SegmentReader } from "@depthwire/recording/internal";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import type { MeterLike } from "@depthwire/stream";
import type { ObservableInstrument } from "@depthwire/stream/internal";
import { type FaultProxy, startFaultProxy } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";

/** Everything that came out of the product, as text, by where it came out. */
class Outlets {
  readonly texts = new Map<string, string[]>();

  add(where: string, ...texts: readonly string[]): void {
    this.texts.set(where, [...(this.texts.get(where) ?? []), ...texts]);
  }

  /** A value in all the ways in which people look at values. */
  show(where: string, value: unknown): void {
    this.add(where, inspect(value, { depth: 12, showHidden: true, getters: true, maxArrayLength: 1_000 }));
    this.add(where, JSON.stringify(value, bigintsAsText) ?? "", String(value));
  }

  /** An error, with everything behind it. */
  showError(where: string, error: unknown): void {
    this.show(where, error);
    for (let one = error; one instanceof Error; one = one.cause) {
      this.add(where, one.message, one.stack ?? "");
      this.show(where, { ...one });
    }
  }
}

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** A credential that notes what is signed with it. */
function noted(parts: { readonly apiKey: string; readonly apiSecret: string }, secrets: Set<string>): Credential {
  const credential = new Credential(parts);
  const { sign } = credential;
  const noting = (text: string): string => {
    const signature = sign(text);
    secrets.add(signature);
    return signature;
  };
  Object.assign(credential, { sign: noting });
  for (const text of Object.values(parts)) {
    secrets.add(text).add(Buffer.from(text).toString("base64")).add(Buffer.from(text).toString("hex"));
  }
  return credential;
}

/** A meter that reads all instruments at once. */
function noteMeter(): MeterLike & { read(): unknown } {
  const callbacks: Parameters<ObservableInstrument["addCallback"]>[0][] = [];
  const seen: unknown[] = [];
  const observable = (name: string): ObservableInstrument => ({
    addCallback: (callback) => {
      seen.push(name);
      callbacks.push(callback);
    },
    removeCallback: () => undefined,
  });
  return {
    createObservableCounter: observable,
    createObservableGauge: observable,
    createHistogram: (name) => ({ record: (...taken) => void seen.push(name, taken) }),
    read: () => {
      for (const callback of callbacks) {
        callback({ observe: (...taken) => void seen.push(taken) });
      }
      return seen;
    },
  };
}

interface Scene {
  readonly sandbox: Sandbox;
  readonly proxy: FaultProxy;
  readonly venue: Venue;
  readonly account: Account;
  readonly outlets: Outlets;
  readonly secrets: Set<string>;
  readonly directory: string;
  readonly outbound: string[];
  /** Headers as they went over the wire: the only place where secrets belong. */
  readonly wire: string[];
}

async function setScene(protocol: "prefix" | "channel"): Promise<Scene> {
  const outlets = new Outlets();
  const secrets = new Set<string>();
  const outbound: string[] = [];
  const directory = mkdtempSync(join(tmpdir(), "depthwire-canary-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const sandbox = await startSandbox({ pairs: [pair, "5BTC_USD"], requestsPerWindow: 0, timestampToleranceMs: 600 });
  onTestFinished(() => sandbox.close());
  const proxy = await startFaultProxy({ port: sandbox.port });
  onTestFinished(() => proxy.close());
  const venue = connect({
    addresses: [`ws://127.0.0.1:${proxy.port}${new URL(sandbox.pushUrl).pathname}`],
    restAddress: `http://127.0.0.1:${proxy.port}`,
    protocol,
    http: { proxy: "none" },
    rest: { throttle: { limit: 1_000, reserve: {} }, timeoutMs: 2_000 },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
    record: { directory, flushAfterMs: 10 },
    wireTap: {
      connecting: (...seen) => outlets.show("wire tap", seen),
      inbound: (_connection, bytes) => outlets.add("wire tap", Buffer.from(bytes).toString("latin1")),
      outbound: (_connection, text) => outbound.push(text),
      closed: (...seen) => outlets.show("wire tap", seen),
    },
    logger: { log: (...line) => outlets.show("logs", line) },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(noted(sandbox.credential, secrets), {
    trader: { outcomes: { toleranceMs: 600, marginMs: 200 }, onDisconnect: "halt" },
    mirror: { settleMs: 100 },
    intents: {
      begin: async (intent) => outlets.show("intents", intent),
      end: async (...ended) => outlets.show("intents", ended),
    },
  });
  void (async () => {
    for await (const event of account.events) {
      outlets.show("events", event);
    }
  })();
  await expect.poll(() => account.events.state.hasStarted).toBe(true);
  return { sandbox, proxy, venue, account, outlets, secrets, directory, outbound, wire: [] };
}

const unreached = { pair, side: "open-long", type: "limit", quantity: "0.01" } as const;

/** Every kind of error that a caller can meet. */
async function meetErrors({ proxy, account, venue, outlets, sandbox, secrets, wire }: Scene): Promise<number> {
  let met = 0;
  const meet = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error, what).toBeInstanceOf(Error);
    outlets.showError(`error: ${what}`, error);
    met += 1;
  };
  const { rest, trader } = account;
  const price = "50000";
  await meet("refused", () => rest.usdt.placeOrder({ ...unreached, quantity: "100000", price }));
  await meet("invalid", () => rest.usdt.placeOrder({ ...unreached, quantity: "x", price }));
  await meet("unknown order", () => rest.usdt.getOrder({ orderId: "1" }));
  const abort = AbortSignal.abort(new Error("the caller's own"));
  await meet("aborted", () => rest.usdt.getAssets({}, { signal: abort }));
  const cut = async (work: () => Promise<unknown>): Promise<unknown> => {
    proxy.cut("end");
    proxy.toClient.passBytes = 0;
    setTimeout(() => Object.assign(proxy.toClient, { passBytes: Number.POSITIVE_INFINITY }), 150);
    return work();
  };
  await meet("cut off", () => cut(() => rest.usdt.placeOrder({ ...unreached, quantity: "100000", price })));
  await meet("cut off and resolved", () => cut(() => trader.place({ ...unreached, quantity: "100000", price })));
  proxy.newConnections = "reset";
  proxy.cut("reset");
  await meet("no connection", () => rest.usdt.getAssets());
  proxy.newConnections = "connect";
  await meet("halted", () => trader.place({ ...unreached, price }));
  for (const [status, body] of [
    [502, "<html>"],
    [200, ""],
    [200, '{"state":0,"result":{"not":"orders"}}'],
    [200, '{"state":3025,"msg":"signature error"}'],
    [200, "x".repeat(200_000)],
  ] as const) {
    await withOddServer({ status, body, wire }, async (address) => {
      const odd = connect({ addresses: [sandbox.pushUrl], restAddress: address, http: { proxy: "none" } });
      const other = odd.account(noted(sandbox.credential, secrets));
      await meet(`answer ${status} ${body.slice(0, 20)}`, () => other.rest.usdt.placeOrder({ ...unreached, price }));
      await odd.close();
    });
  }
  const stranger = noted({ apiKey: "canary-key-5d1c", apiSecret: "canary-secret-90b4f1" }, secrets);
  const refused = venue.login(stranger);
  await expect.poll(() => refused.status.phase).toBe("refused");
  outlets.show("error: login refused", refused.status);
  outlets.showError("error: login refused", "error" in refused.status ? refused.status.error : undefined);
  return met;
}

/** A server that tells the time, answers everything else oddly, and notes what it was sent. */
async function withOddServer(
  { status, body, wire }: { readonly status: number; readonly body: string; readonly wire: string[] },
  use: (address: string) => Promise<void>,
): Promise<void> {
  const answer = (path: string, response: ServerResponse): void => {
    const isTime = path.endsWith("timestamp");
    response.writeHead(isTime ? 200 : status).end(isTime ? JSON.stringify({ time: String(Date.now()) }) : body);
  };
  const server = createServer((request, response) => {
    wire.push(request.rawHeaders.join("\n"));
    request.resume().on("end", () => answer(request.url ?? "", response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function filesUnder(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** A file as it lies on the disk, and the entries in it. */
function recordedTexts(path: string): readonly string[] {
  const bytes = readFileSync(path);
  const texts = [bytes.toString("latin1")];
  if (!path.endsWith(".dwrec")) {
    return texts;
  }
  const reader = new SegmentReader(bytes);
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    texts.push(entry.kind === "inbound" ? Buffer.from(entry.frame).toString("latin1") : inspect(entry, { depth: 12 }));
  }
  return texts;
}

describe.each(["prefix", "channel"] as const)("keys, secrets and signatures, protocol %s", (protocol) => {
  it("are nowhere but on the wire", async () => {
    const scene = await setScene(protocol);
    const { venue, account, outlets, secrets, directory, outbound, sandbox, wire } = scene;
    const meter = noteMeter();
    const unobserve = observe(venue, meter);
    onTestFinished(() => void unobserve);
    await account.rest.usdt.getAssets();
    await account.rest.coin.listOrderHistory({ pair: "5BTC_USD", page: 1, size: 5 });
    expect(await meetErrors(scene)).toBeGreaterThan(12);
    await account.rotate(noted(sandbox.credential, secrets));
    for (const value of [venue, venue.statistics(), venue.rest, account, account.rest, account.trader]) {
      outlets.show("inspected", value);
    }
    const { events, rest } = account;
    for (const value of [events, events.state, events.statistics, events.rejected, events.status]) {
      outlets.show("inspected", value);
    }
    outlets.show("inspected", [rest.throttleStatistics(), rest.venueTime(), rest.addresses]);
    outlets.show("metrics", meter.read());
    outlets.show("inspected", noted(sandbox.credential, secrets));
    await venue.close();
    for (const path of filesUnder(directory)) {
      outlets.add("recordings", ...recordedTexts(path));
    }
    outlets.add("wire tap", ...outbound);

    // There was something to find, and each place had something in it.
    expect(secrets.size).toBeGreaterThan(15);
    expect([...outlets.texts.keys()]).toEqual(
      expect.arrayContaining(["logs", "wire tap", "intents", "events", "inspected", "metrics", "recordings"]),
    );
    expect(outbound.length).toBeGreaterThan(0);
    const found = [...outlets.texts].flatMap(([where, texts]) =>
      [...secrets]
        .filter((secret) => texts.some((text) => text.includes(secret)))
        .map((secret) => `${where}: ${secret}`),
    );
    expect(found).toEqual([]);
    // The search finds what is there.
    expect([...secrets].filter((secret) => wire.some((text) => text.includes(secret))).length).toBeGreaterThan(3);
    expect(outlets.texts.get("recordings")?.join()).toContain("outbound-withheld");
  });
});
