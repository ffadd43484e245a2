import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { nkeys } from "@nats-io/nats-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { connectionOf } from "./connection-bus.js";
import { type BrowserNatsBusOptions, openNatsBus } from "./open-browser-bus.js";

const name = "page";

/** Opens a bus for one test. */
async function open(options: Omit<BrowserNatsBusOptions, "name">) {
  const bus = await openNatsBus({ name, ...options });
  onTestFinished(() => bus.close());
  return bus;
}

// As a page has it.
beforeEach(() => void vi.stubGlobal("WebSocket", WebSocket));

describe("a page's bus is not opened", () => {
  test.each(["nats://127.0.0.1:1", "tls://127.0.0.1:1"])("at %s, which no page reaches", async (address) => {
    await expect(open({ servers: [address] })).rejects.toMatchObject({
      code: "option-invalid",
      details: { option: "servers", rule: "wss://HOST:PORT or ws://HOST:PORT" },
    });
  });

  test("at another computer without encryption", async () => {
    const servers = ["ws://relay-1:1"];
    await expect(open({ servers })).rejects.toMatchObject({ code: "relay-insecure" });
  });

  test("with a seed that is none, and what it was is not told", async () => {
    const error = await open({ servers: ["ws://127.0.0.1:1"], seed: "SU-not-a-seed" }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: "option-invalid",
      details: { option: "seed", rule: "an NKey seed: 58 letters that begin with SU" },
    });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain("not-a-seed");
  });

  test("where nobody is", async () => {
    await expect(open({ servers: ["ws://127.0.0.1:1"] })).rejects.toMatchObject({
      code: "connect-failed",
      details: { address: "ws://127.0.0.1:1", attempts: 1 },
    });
  });
});

describe.skipIf(lacksNatsServer)("a page's bus on a real server (skipped where nats-server is missing)", () => {
  const page = nkeys.createUser();
  const seed = new TextDecoder().decode(page.getSeed());
  const port = 'websocket { listen: "127.0.0.1:-1", no_tls: true }';
  const free = new SpecNatsServer(port);
  const keyed = new SpecNatsServer(`${port}\nauthorization { users = [{ nkey: ${page.getPublicKey()} }] }`);
  beforeAll(() => Promise.all([free.start(), keyed.start()]));
  afterAll(() => Promise.all([free.remove(), keyed.remove()]));

  test("carries messages, and asks nobody who is not asked", async () => {
    const bus = await open({ servers: [free.webSocketAddress] });
    const heard: string[] = [];
    bus.subscribe("a", ({ bytes }) => heard.push(new TextDecoder().decode(bytes)));
    bus.publish("a", new TextEncoder().encode("hello"));
    await expect.poll(() => heard).toEqual(["hello"]);
    expect(connectionOf(bus).getServer()).toBe(new URL(free.webSocketAddress).host);
    expect(bus.serverInfo?.asksForKeys).toBe(false);
  });

  test("logs in with its seed, whatever stands around it, and has a place of its own for answers", async () => {
    const bus = await open({ servers: [keyed.webSocketAddress], seed: ` ${seed}\n` });
    const askers: (string | undefined)[] = [];
    bus.subscribe("a", ({ asker }) => askers.push(asker));
    bus.request("a", new Uint8Array(), 5_000, () => undefined);
    await expect.poll(() => askers).toEqual([expect.stringContaining(`_INBOX.${page.getPublicKey()}.`)]);
  });

  test("is refused without one, or with a stranger's", async () => {
    const servers = [keyed.webSocketAddress];
    await expect(open({ servers })).rejects.toMatchObject({ code: "relay-login-refused" });
    const stranger = new TextDecoder().decode(nkeys.createUser().getSeed());
    await expect(open({ servers, seed: stranger })).rejects.toMatchObject({ code: "relay-login-refused" });
  });
});
