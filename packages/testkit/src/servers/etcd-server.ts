import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpClient, TransportError } from "@depthwire/core";
import { expect, vi } from "vitest";

// Debian's etcd-server; CI installs it, so there it must be.
const isThere = spawnSync("etcd", ["--version"]).status === 0;
/** Specs that need etcd are skipped where it is missing, but for CI. */
export const lacksEtcd: boolean = !isThere && process.env["CI"] === undefined;

/** An etcd of a spec's own on loopback. */
export class SpecEtcd {
  address = "";
  readonly #scheme: "http" | "https";
  readonly #more: Readonly<Record<string, string>>;
  #folder = "";
  #process: ChildProcess | undefined;

  /** @param more of etcd's flags, such as certificates */
  constructor(scheme: "http" | "https" = "http", more: Readonly<Record<string, string>> = {}) {
    this.#scheme = scheme;
    this.#more = more;
  }

  async start(): Promise<void> {
    this.#folder ||= await mkdtemp(join(tmpdir(), "depthwire-etcd-"));
    const [client, peer, metrics] = (await freePorts(3)).map((port) => `127.0.0.1:${port}`) as [string, string, string];
    this.address ||= `${this.#scheme}://${client}`;
    const flags = {
      "data-dir": this.#folder,
      "listen-client-urls": this.address,
      "advertise-client-urls": this.address,
      "listen-peer-urls": `http://${peer}`,
      "initial-advertise-peer-urls": `http://${peer}`,
      "initial-cluster": `default=http://${peer}`,
      "listen-metrics-urls": `http://${metrics}`,
      ...this.#more,
    };
    const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
    this.#process = spawn("etcd", args, { stdio: "ignore" });
    await vi.waitFor(async () => expect((await fetch(`http://${metrics}/health`)).ok).toBe(true), { timeout: 60_000 });
  }

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
    if (this.#folder !== "") {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }
}

/** Questions by the runtime's own `fetch`. */
export const fetchHttp: HttpClient = async (address, { target, headers, body }, { signal }) => {
  try {
    const answer = await fetch(address + target, { method: "POST", headers, body: body ?? "", signal: signal ?? null });
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
  } catch (cause) {
    throw new TransportError("connect-failed", { address, attempts: 1 }, { cause });
  }
};

async function freePorts(count: number): Promise<readonly number[]> {
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
