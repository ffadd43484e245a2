import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patiently } from "../patiently.js";
import { lacksProgram, ServerProcess } from "./server-process.js";

/** Specs that need a nats-server are skipped where it is missing, but for CI. */
export const lacksNatsServer: boolean = lacksProgram("nats-server", "-v");

/** What a server may have. */
export interface SpecNatsServerLimits {
  /** No file of it grows beyond so many kilobytes: it fares as on a full disk. Its configuration must allow more (`max_file_store`). */
  readonly fileKilobytes?: number | undefined;
}

/** A nats-server of a spec's own on loopback, with JetStream. */
export class SpecNatsServer {
  address = "";
  /** Where its WebSocket port is, if its configuration has one. */
  webSocketAddress = "";
  /** What stands in its file besides address and store, from the next start on. */
  configuration: string;
  readonly #limits: SpecNatsServerLimits;
  #folder: string | undefined;
  #process: ServerProcess | undefined;

  /** @param configuration what stands in its file besides address and store */
  constructor(configuration: string = "", limits: SpecNatsServerLimits = {}) {
    this.configuration = configuration;
    this.#limits = limits;
  }

  /** Starts it, or starts it again at the same address. */
  async start(): Promise<void> {
    const folder = this.#folder ?? (await mkdtemp(join(tmpdir(), "depthwire-nats-")));
    this.#folder = folder;
    const port = this.address === "" ? "-1" : new URL(this.address).port;
    const file = join(folder, "nats.conf");
    await writeFile(file, this.configuration);
    const argv = ["-c", file, "-a", "127.0.0.1", "-p", port, "--ports_file_dir", folder, "-js", "-sd", folder];
    const started = this.#spawn(argv);
    this.#process = started;
    const { nats, websocket } = await patiently(async () => {
      const text = await readFile(join(folder, `nats-server_${started.pid}.ports`), "utf8");
      return readPorts(text);
    });
    this.address = nats[0] ?? "";
    this.webSocketAddress = websocket?.[0] ?? "";
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    await ended?.kill();
  }

  /** Stops it in the middle of what it does, or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#process?.signal(signal);
  }

  /** Kills it, and nothing is left of it. */
  async remove(): Promise<void> {
    await this.kill();
    if (this.#folder !== undefined) {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  #spawn(argv: readonly string[]): ServerProcess {
    const { fileKilobytes } = this.#limits;
    if (fileKilobytes === undefined) {
      return new ServerProcess("nats-server", argv);
    }
    // A shell counts in blocks of 512 bytes.
    const line = `ulimit -f ${2 * fileKilobytes} && exec nats-server "$@"`;
    return new ServerProcess("sh", ["-c", line, "nats-server", ...argv]);
  }
}

interface Ports {
  readonly nats: readonly string[];
  readonly websocket?: readonly string[];
}

/** The file is there before all of it is written. */
function readPorts(text: string): Ports {
  const ports = JSON.parse(text) as Partial<Ports>;
  if (!/(?:nats|tls):\/\//.test(ports.nats?.[0] ?? "")) {
    throw new Error(`no port yet: ${text}`);
  }
  return ports as Ports;
}

/** Starts a server for each file, as `depthwire relay config` writes them. Who connects finds out when they are ready. */
export function startConfiguredServers(files: readonly string[]): { kill(): Promise<void> } {
  const servers = files.map((file) => new ServerProcess("nats-server", ["-c", file]));
  return {
    kill: async () => {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}
