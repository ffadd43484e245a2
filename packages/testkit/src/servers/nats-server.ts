import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";

// Debian's nats-server; CI installs it, so there it must be.
const isThere = spawnSync("nats-server", ["-v"]).status === 0;
/** Specs that need a server are skipped where it is missing, but for CI. */
export const lacksNatsServer: boolean = !isThere && process.env["CI"] === undefined;

/** A nats-server of a spec's own on loopback, with JetStream. */
export class SpecNatsServer {
  address = "";
  /** Where its WebSocket port is, if its configuration has one. */
  webSocketAddress = "";
  readonly #configuration: string;
  #folder: string | undefined;
  #process: ChildProcess | undefined;

  /** @param configuration what stands in its file besides address and store; the same at each start */
  constructor(configuration = "") {
    this.#configuration = configuration;
  }

  /** Starts it, or starts it again at the same address. */
  async start(): Promise<void> {
    const folder = this.#folder ?? (await mkdtemp(join(tmpdir(), "depthwire-nats-")));
    this.#folder = folder;
    const port = this.address === "" ? "-1" : new URL(this.address).port;
    const file = join(folder, "nats.conf");
    await writeFile(file, this.#configuration);
    const args = ["-c", file, "-a", "127.0.0.1", "-p", port, "--ports_file_dir", folder, "-js", "-sd", folder];
    const started = spawn("nats-server", args, { stdio: "ignore" });
    this.#process = started;
    const portsFile = join(folder, `nats-server_${started.pid}.ports`);
    const ports = await vi.waitFor(
      async () => {
        const text = await readFile(portsFile, "utf8");
        expect(text).toMatch(/(?:nats|tls):\/\//);
        return JSON.parse(text) as { readonly nats: readonly string[]; readonly websocket?: readonly string[] };
      },
      { timeout: 60_000 },
    );
    this.address = ports.nats[0] ?? "";
    this.webSocketAddress = ports.websocket?.[0] ?? "";
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (ended !== undefined && ended.exitCode === null) {
      ended.kill("SIGKILL");
      await once(ended, "exit");
    }
  }

  /** Kills it, and nothing is left of it. */
  async remove(): Promise<void> {
    await this.kill();
    if (this.#folder !== undefined) {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }
}

/** Ports that nobody listens on. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
