import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNatsBus, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { createBusKey } from "@depthwire/nats/internal";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import {
  freePorts,
  freeServerPorts,
  lacksEtcd,
  lacksNatsServer,
  SpecEtcd,
  SpecNatsServer,
  startConfiguredServers,
} from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../../command-scene.spec-kit.js";

const everyCheck = ["bus", "encryption", "server", "permissions", "replicas", "one-holder", "leases", "plans", "clock"];

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, pairs: ["4BTC_USDT"], requestsPerWindow: 0 });
  folder = await mkdtemp(join(tmpdir(), "depthwire-relay-doctor-"));
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the doctor found, as `check: code` where something is not in order. */
async function doctor(words: readonly string[]): Promise<{
  readonly exitCode: number;
  readonly found: readonly string[];
  readonly text: string;
  readonly err: string;
}> {
  const argv = ["relay", "doctor", "--json", "--venue", sandbox.restUrl, ...words];
  const { exitCode, envelopes, out, err } = await runCommandLine(argv, { workingDirectory: folder });
  const items = envelopes
    .filter(({ kind }) => kind === "item")
    .map(({ data }) => data as { check: string; status: string; code: string; remedy?: string });
  expect(items.map(({ check }) => check)).toEqual(everyCheck);
  expect(items.filter(({ status, remedy }) => status !== "ok" && remedy === undefined)).toEqual([]);
  const found = items
    .filter(({ status }) => status !== "ok")
    .map(({ check, status, code }) => `${check} ${status}: ${code}`);
  return { exitCode, found, text: out, err };
}

describe.skipIf(lacksNatsServer)("a server that asks nobody (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  beforeAll(() => server.start());
  afterAll(() => server.remove());

  it("is in order on this computer, though anybody here may do anything", async () => {
    const { exitCode, found } = await doctor(["--bus", server.address]);
    expect({ exitCode, found }).toEqual({ exitCode: 0, found: ["permissions warn: permissions-absent"] });
  });

  it("names leases that nobody understands", async () => {
    const bus = await openNatsBus({ servers: [server.address], name: "spec" });
    const store = await openNatsLeaseStore(bus, { bucket: relayBuckets.leases });
    await store.compareAndSet("s07", 0, "somebody's notes");
    await store.compareAndSet("s08", 0, '{"holder":"alpha","term":7}');
    const plans = await openNatsLeaseStore(bus, { bucket: relayBuckets.shared });
    await plans.compareAndSet("main.plan", 0, "{}");
    await bus.close();
    const { exitCode, found, text } = await doctor(["--bus", server.address]);
    expect(exitCode).toBe(1);
    expect(found).toContain("leases wrong: lease-unreadable");
    expect(text).toContain('"unreadable":["s07"]');
    expect(text).toContain('"held":1');
    expect(found).toContain("plans wrong: plan-unreadable");
    expect(text).toContain('"unreadable":["main.plan"]');
  });

  it("says of servers that do not reach each other that nobody leads them, and no more of a full disk", async () => {
    const [nobody] = await freeServerPorts(1);
    const routes = `cluster { name: torn, listen: "127.0.0.1:-1", routes: ["nats://127.0.0.1:${nobody}"] }`;
    const torn = new SpecNatsServer(`server_name: torn-1\n${routes}`);
    await torn.start();
    onTestFinished(() => torn.remove());
    const { exitCode, found, text } = await doctor(["--bus", torn.address]);
    expect(exitCode).toBe(1);
    expect(found).toContain("replicas wrong: lease-store-away");
    expect(text).toContain("JetStream of the cluster torn, which keeps the leases, has nobody who leads it");
    expect(text).toContain("relay config --tls-ca FILE");
  });

  it("tells what a store refuses in the server's own words, in a cluster too, where somebody leads", async () => {
    const routes = (await freePorts(2)).map((port) => `127.0.0.1:${port}`);
    const servers = routes.map((listen, number) => {
      const cluster = `cluster { name: led, listen: "${listen}", routes: [${routes.map((route) => `"nats-route://${route}"`)}] }`;
      const account = "accounts { A { jetstream { max_streams: 1 }, users: [{ user: a, password: a }] } }";
      return new SpecNatsServer(`server_name: led-${number}\n${cluster}\n${account}\nno_auth_user: a`);
    });
    onTestFinished(async () => void (await Promise.all(servers.map((one) => one.remove()))));
    await Promise.all(servers.map((one) => one.start()));
    await vi.waitFor(
      async () => {
        const { found, text } = await doctor(["--bus", servers[0]?.address ?? ""]);
        expect(found).toContain("replicas wrong: lease-store-refused");
        expect(text).toContain("maximum number of streams reached (10027)");
        expect(text).not.toContain("who leads it");
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it.skipIf(lacksEtcd)("asks etcd where leases are there (skipped where etcd is missing)", async () => {
    const etcd = new SpecEtcd();
    await etcd.start();
    onTestFinished(() => etcd.remove());
    const { exitCode, found } = await doctor(["--bus", server.address, "--etcd", etcd.address]);
    // As the guide has it: leases need no JetStream then.
    const [port = 0] = await freeServerPorts(1);
    const plain = spawn("nats-server", ["-a", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
    onTestFinished(() => void plain.kill("SIGKILL"));
    const address = `nats://127.0.0.1:${port}`;
    await vi.waitFor(async () => (await openNatsBus({ servers: [address], name: "spec" })).close(), {
      timeout: 30_000,
    });
    expect((await doctor(["--bus", address, "--etcd", etcd.address])).found).toEqual(found);
    expect({ exitCode, found }).toEqual({ exitCode: 0, found: ["permissions warn: permissions-absent"] });
  });
});

describe.skipIf(lacksNatsServer)("a server of another configuration (skipped where nats-server is missing)", () => {
  /** Runs the doctor against a server with these lines. */
  async function against(lines: string, words: readonly string[]) {
    const server = new SpecNatsServer(lines);
    onTestFinished(() => server.remove());
    await server.start();
    return doctor(["--bus", server.address, ...words]);
  }

  it("whose JetStream answers wherever a consumer wants it is found", async () => {
    const { seed, publicKey } = createBusKey();
    const seedFile = join(folder, "reflecting.seed");
    await writeFile(seedFile, seed, { mode: 0o600 });
    const user = `{ nkey: ${publicKey}, permissions { publish: ["dw1.*.echo.*", "dw1.*.snap.>", "$JS.API.INFO"], subscribe: ["dw1.*.raw.>", "_INBOX.>"] } }`;
    const lines = `jetstream {}\nauthorization { users: [${user}] }`;
    const { found, text } = await against(lines, ["--bus-seed", seedFile, "--role", "consumer"]);
    expect(found[0]).toBe("permissions wrong: permissions-wide");
    expect(text).toContain("have the server publish JetStream's answers as frames");
  });

  it("whose recorders may make any number of readers is found", async () => {
    const { seed, publicKey } = createBusKey();
    const seedFile = join(folder, "reading.seed");
    await writeFile(seedFile, seed, { mode: 0o600 });
    const publish = `["$JS.API.INFO", "$JS.API.STREAM.INFO.DW1_RAW"]`;
    const user = `{ nkey: ${publicKey}, permissions { publish: ${publish}, subscribe: ["_INBOX.>"] } }`;
    const account = (limits: string) => `accounts { K { jetstream ${limits}, users: [${user}] } }`;
    const open = await against(account("{ max_streams: 1 }"), ["--bus-seed", seedFile]);
    expect(open.found).toContain("permissions warn: readers-unlimited");
    const limited = await against(account("{ max_consumers: 8 }"), ["--bus-seed", seedFile]);
    expect(limited.found.join()).not.toContain("permissions");
  });

  it("that takes small messages alone is found", async () => {
    expect((await against("jetstream {}\nmax_payload: 8192", [])).found).toContain("server warn: payload-small");
  });
});

const unseen = everyCheck.slice(1, -1).map((check) => `${check} warn: not-checked`);

it.each([
  ["nobody answers", "nats://127.0.0.1:1", "bus wrong: bus-unreachable"],
  ["it is another computer's, and nothing is encrypted", "nats://relay-1:4222", "bus wrong: bus-open"],
])("says that %s", async (_, address, finding) => {
  expect(await doctor(["--bus", address])).toMatchObject({ exitCode: 1, found: [finding, ...unseen] });
});

describe.skipIf(lacksNatsServer)("three servers with keys (skipped where nats-server is missing)", () => {
  let servers: { kill(): Promise<void> } | undefined;
  let seedFiles: Readonly<Record<string, string>>;
  let bus: string;

  beforeAll(async () => {
    const addresses = (await freeServerPorts(3)).map((port) => `127.0.0.1:${port}`);
    bus = addresses.join(",");
    const argv = ["relay", "config", "--json", "--servers", bus];
    const { envelopes } = await runCommandLine(argv, { workingDirectory: folder });
    const data = envelopes[0]?.data as { files: readonly string[]; seedFiles: Readonly<Record<string, string>> };
    seedFiles = data.seedFiles;
    servers = startConfiguredServers(data.files);
    await vi.waitFor(
      async () => {
        const key = { seedFile: seedFiles["operator"] ?? "", account: "leases" };
        const operator = await openNatsBus({ servers: addresses, name: "spec", key });
        try {
          // Three replicas, as one would like to have them.
          await openNatsLeaseStore(operator, { bucket: relayBuckets.leases, replicas: 3 });
        } finally {
          await operator.close();
        }
      },
      { timeout: 120_000, interval: 500 },
    );
  });
  afterAll(async () => {
    await servers?.kill();
  });

  const as = (key: string, role: string) => doctor(["--bus", bus, "--bus-seed", seedFiles[key] ?? "", "--role", role]);

  it("a key may do what its role does, and no more", async () => {
    for (const role of ["consumer", "recorder", "trader"]) {
      const { exitCode, found, err } = await as(role, role);
      expect({ role, exitCode, found, err }).toEqual({ role, exitCode: 0, found: [], err: "" });
    }
    expect((await as("owner", "owner")).found.join()).not.toContain("permissions");
    expect((await as("owner", "consumer")).found).toContain("permissions wrong: permissions-wide");
    expect((await as("consumer", "owner")).found).toContain("permissions wrong: permissions-narrow");
    expect((await as("operator", "operator")).found.join()).not.toContain("permissions");
  });

  it("nats-server 2.9 with three replicas gives one lease to several, and that is found", async () => {
    const { exitCode, found, text } = await as("operator", "operator");
    const isOld = /"version":"2\.9\.(?:\d|1\d|2[01])"/.test(text);
    expect({ exitCode, found }).toEqual(
      isOld ? { exitCode: 1, found: ["one-holder wrong: lease-store-unsafe"] } : { exitCode: 0, found: [] },
    );
  });

  it("status and hand-over say that a consumer may not ask, and not that nobody is there", async () => {
    for (const words of ["status", "handover s07"]) {
      const argv = ["relay", ...words.split(" "), "--json", "--bus", bus, "--bus-seed", seedFiles["consumer"] ?? ""];
      const { envelopes, err } = await runCommandLine(argv, { workingDirectory: folder });
      expect(envelopes).toMatchObject([{ error: { code: "relay-forbidden" } }]);
      expect(err.match(/relay-forbidden|No relay answers/g)).toEqual(["relay-forbidden"]);
    }
  });

  it("a server of the list that is away is named", async () => {
    const [dead = 0] = await freeServerPorts(1);
    const list = `${bus},127.0.0.1:${dead}`;
    const { found, text } = await doctor(["--bus", list, "--bus-seed", seedFiles["consumer"] ?? ""]);
    expect(found).toEqual(["bus wrong: bus-unreachable"]);
    expect(text).toContain(`nobody at 127.0.0.1:${dead}`);
  });

  it("a key that others can read, or that the servers do not know, is found", async () => {
    const key = seedFiles["recorder"] ?? "";
    await chmod(key, 0o644);
    expect((await as("recorder", "recorder")).found[0]).toBe("bus wrong: key-unusable");
    await chmod(key, 0o600);
    const other = await runCommandLine(["relay", "config", "--json", "--directory", "other"], {
      workingDirectory: folder,
    });
    const strangers = other.envelopes[0]?.data as { seedFiles: Readonly<Record<string, string>> };
    const { found } = await doctor(["--bus", bus, "--bus-seed", strangers.seedFiles["owner"] ?? ""]);
    expect(found[0]).toBe("bus wrong: key-unknown");
  });
});
