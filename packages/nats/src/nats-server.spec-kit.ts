import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";

/** A nats-server of a spec's own on loopback, with JetStream. */
export class SpecNatsServer {
  address = "";
  #folder: string | undefined;
  #process: ChildProcess | undefined;

  /** Starts it, or starts it again at the same address. */
  async start(): Promise<void> {
    const folder = this.#folder ?? (await mkdtemp(join(tmpdir(), "depthwire-nats-")));
    this.#folder = folder;
    const port = this.address === "" ? "-1" : new URL(this.address).port;
    const args = ["-a", "127.0.0.1", "-p", port, "--ports_file_dir", folder, "-js", "-sd", folder];
    const started = spawn("nats-server", args, { stdio: "ignore" });
    this.#process = started;
    const file = join(folder, `nats-server_${started.pid}.ports`);
    const ports = await vi.waitFor(
      async () => {
        const text = await readFile(file, "utf8");
        expect(text).toContain("nats://");
        return text;
      },
      { timeout: 60_000 },
    );
    this.address = (JSON.parse(ports) as { readonly nats: readonly string[] }).nats[0] ?? "";
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
