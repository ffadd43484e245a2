import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HttpClient, TransportError } from "@depthwire/core";
import { patiently } from "../patiently.js";
import { freePorts } from "./free-ports.js";
import { lacksProgram, ServerProcess } from "./server-process.js";

/** Specs that need etcd are skipped where it is missing, but for CI. */
export const lacksEtcd: boolean = lacksProgram("etcd", "--version");

/** An etcd of a spec's own on loopback. */
export class SpecEtcd {
  address = "";
  readonly #scheme: "http" | "https";
  readonly #more: Readonly<Record<string, string>>;
  #folder = "";
  #process: ServerProcess | undefined;

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
    this.#process = new ServerProcess("etcd", args);
    await patiently(async () => {
      const { ok, status } = await fetch(`http://${metrics}/health`);
      if (!ok) {
        throw new Error(`etcd is not ready: ${status}`);
      }
    });
  }

  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    await ended?.kill();
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
