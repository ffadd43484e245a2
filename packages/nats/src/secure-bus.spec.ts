import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "@depthwire/testkit";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { nkeys } from "@nats-io/nats-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { NatsBusEvent } from "./bus-event.js";
import type { NatsBus } from "./nats-bus.js";
import { openNatsLeaseStore } from "./nats-lease-store.js";
import { openNatsBus } from "./open-bus.js";

const bytes = (words: string) => new TextEncoder().encode(words);
const name = "spec";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-secure-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(fileName: string, text: string, mode = 0o600): Promise<string> {
  const path = join(folder, fileName);
  await writeFile(path, text, { mode });
  await chmod(path, mode);
  return path;
}

/** Opens a bus for one test. */
async function open(options: Omit<Parameters<typeof openNatsBus>[0], "name">): Promise<NatsBus> {
  const bus = await openNatsBus({ name, ...options });
  onTestFinished(() => bus.close());
  return bus;
}

/** Whoever connects here is heard. */
async function ear(): Promise<{ readonly address: string; readonly heard: string[] }> {
  const heard: string[] = [];
  const server: Server = createServer((socket) => {
    socket.on("data", (data) => heard.push(data.toString()));
    socket.on("error", () => {});
    socket.write(`INFO {"server_id":"a","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { address: `127.0.0.1:${(server.address() as { readonly port: number }).port}`, heard };
}

describe("before anything is sent", () => {
  test.each([
    "nats://relay-1:4222",
    "relay-1:4222",
    "nats://10.0.0.1",
    "nats://127.0.0.1.example:4222",
    "nats://[fe80::1]:4222",
  ])("%s is not on this computer and not encrypted", async (address) => {
    const opened = openNatsBus({ servers: ["nats://127.0.0.1:1", address], name });
    await expect(opened).rejects.toMatchObject({ code: "relay-insecure", details: { address } });
  });

  test.each(["nats://127.0.0.1:1", "nats://127.1:1", "nats://localhost:1", "nats://[::1]:1", "127.0.0.1:1"])(
    "%s is on this computer",
    async (address) => {
      await expect(openNatsBus({ servers: [address], name })).rejects.toMatchObject({ code: "connect-failed" });
    },
  );

  test.each(["", "http://127.0.0.1:4222", "nats://", "nats://user:secret@127.0.0.1:4222", "nats://127.0.0.1:4222/a?b"])(
    "'%s' is no address",
    async (address) => {
      const refused = expect(openNatsBus({ servers: [address], name })).rejects;
      await refused.toMatchObject({ code: "option-invalid" });
      await refused.not.toThrow("secret");
    },
  );

  test("a server without encryption gets neither login nor name where encryption is asked for", async () => {
    const { address, heard } = await ear();
    const seedFile = await file("seed", new TextDecoder().decode(nkeys.createUser().getSeed()));
    const opened = openNatsBus({ servers: [`tls://${address}`], name, key: { seedFile } });
    await expect(opened).rejects.toMatchObject({ code: "connect-failed" });
    expect(heard).toEqual([]);
  });

  test.each([
    ["others may read it", 0o644, () => nkeys.createUser().getSeed(), "0644"],
    ["it holds no seed", 0o600, () => bytes("not a seed"), "NKey seed"],
    ["its seed is an account's", 0o600, () => nkeys.createAccount().getSeed(), "user"],
  ])("a key file is refused when %s", async (_, mode, seed, word) => {
    const text = new TextDecoder().decode(seed());
    const seedFile = await file("bad", text, mode);
    const opened = openNatsBus({ servers: ["nats://127.0.0.1:1"], name, key: { seedFile } });
    const error = await opened.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: "relay-key-unusable", details: { file: seedFile } });
    expect(String(error)).toContain(word);
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(text);
  });

  test("a missing key file is named", async () => {
    const seedFile = join(folder, "absent");
    const opened = openNatsBus({ servers: ["nats://127.0.0.1:1"], name, key: { seedFile } });
    await expect(opened).rejects.toMatchObject({ code: "relay-key-unusable", details: { file: seedFile } });
    await expect(
      openNatsBus({ servers: ["nats://127.0.0.1:1"], name, key: { credentialsFile: await file("creds", "nothing") } }),
    ).rejects.toMatchObject({ code: "relay-key-unusable" });
  });
});

describe.skipIf(lacksNatsServer)("a server with keys and certificates (skipped where nats-server is missing)", () => {
  const owner = nkeys.createUser();
  const reader = nkeys.createUser();
  let server: SpecNatsServer;
  let caFile: string;
  let seeds: Record<"owner" | "reader" | "stranger", string>;

  beforeAll(async () => {
    caFile = await file("ca.pem", selfSignedCertificate.cert);
    const keyFile = await file("key.pem", selfSignedCertificate.key);
    const text = (seed: Uint8Array) => new TextDecoder().decode(seed);
    seeds = {
      owner: await file("owner", `${text(owner.getSeed())}\n`),
      reader: await file("reader", text(reader.getSeed())),
      stranger: await file("stranger", text(nkeys.createUser().getSeed())),
    };
    server = new SpecNatsServer(`
      tls { cert_file: "${caFile}", key_file: "${keyFile}" }
      authorization { users = [
        { nkey: ${owner.getPublicKey()} }
        { nkey: ${reader.getPublicKey()}, permissions { publish: ["a.ask"], subscribe: ["a.>", "_INBOX.>"] } }
      ] }`);
    await server.start();
  });
  afterAll(() => server.remove());

  const secure = (key: keyof typeof seeds) => ({
    servers: [server.address.replace("nats://", "tls://")],
    tls: { caFile },
    key: { seedFile: seeds[key] },
  });

  test("a key whose certificate is trusted gets through, and messages with it", async () => {
    const bus = await open(secure("owner"));
    const heard: string[] = [];
    bus.subscribe("a.b", ({ bytes: data }) => heard.push(new TextDecoder().decode(data)));
    bus.publish("a.b", bytes("hello"));
    await expect.poll(() => heard).toEqual(["hello"]);
  });

  test("a certificate that nobody known signed is refused", async () => {
    await expect(open({ ...secure("owner"), tls: {} })).rejects.toMatchObject({ code: "connect-failed" });
  });

  test("a key that the server does not know is refused, and so is nobody", async () => {
    await expect(open(secure("stranger"))).rejects.toMatchObject({ code: "relay-login-refused" });
    await expect(open({ servers: secure("owner").servers, tls: { caFile } })).rejects.toMatchObject({
      code: "relay-login-refused",
    });
  });

  test("what the server does not permit is told with its subject: publishing, asking and subscribing", async () => {
    const bus = await open(secure("reader"));
    const events: NatsBusEvent[] = [];
    bus.onEvent((event) => events.push(event));
    const forbidden: string[] = [];
    const answers: unknown[] = [];
    bus.publish("a.raw", bytes("frame"));
    bus.request("a.forbidden", bytes("?"), 1_000, (answer) => answers.push(answer));
    bus.subscribe(
      "b.>",
      () => {},
      () => forbidden.push("b.>"),
    );
    await expect.poll(() => events).toHaveLength(3);
    await expect.poll(() => answers).toEqual([undefined]);
    expect(forbidden).toEqual(["b.>"]);
    // What is published leaves behind this turn of the event loop.
    expect(events.map((event) => event.kind === "forbidden" && event.error.details)).toEqual([
      { subject: "b.>", action: "subscribe" },
      { subject: "a.raw", action: "publish" },
      { subject: "a.forbidden", action: "publish" },
    ]);
    expect(events.map((event) => event.kind === "forbidden" && event.error.code)).toContain("relay-forbidden");
    expect(bus.counts).toMatchObject({ forbidden: 3 });
    expect(bus.status).toBe("connected");
  });

  test("a store that the server does not permit is refused by the same error", async () => {
    const bus = await open(secure("reader"));
    await expect(openNatsLeaseStore(bus, { bucket: "leases" })).rejects.toMatchObject({
      code: "relay-forbidden",
      details: { subject: expect.stringContaining("$JS.API") as string },
    });
  });
});
