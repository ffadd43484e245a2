import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What a sandbox says when it is open. */
interface Announcement {
  readonly restUrl: string;
  readonly serviceName: string;
}

/** A sandbox in a process of its own, as its users start it; it can be stopped, killed and started again at the same port. */
export class VenueProcess {
  readonly serviceName: string;
  readonly port: number;
  readonly #flags: readonly string[];
  #child: ChildProcess;

  private constructor({ restUrl, serviceName }: Announcement, flags: readonly string[], child: ChildProcess) {
    this.port = Number(new URL(restUrl).port);
    this.serviceName = serviceName;
    this.#flags = flags;
    this.#child = child;
  }

  /** Starts one. */
  static async start(flags: readonly string[]): Promise<VenueProcess> {
    const child = spawnVenue(flags, 0);
    return new VenueProcess(await announcementOf(child), flags, child);
  }

  /** Its address, past everything that lies between it and the client. */
  get restUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The whole process stands still. */
  stop(): void {
    this.#child.kill("SIGSTOP");
  }

  /** It goes on. */
  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Starts it again at its port, with what it has kept. */
  async startAgain(): Promise<void> {
    this.#child = spawnVenue(this.#flags, this.port);
    await announcementOf(this.#child);
  }

  async close(): Promise<void> {
    this.goOn();
    await this.#end("SIGTERM");
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    child.kill(signal);
    await once(child, "exit");
  }
}

function spawnVenue(flags: readonly string[], port: number): ChildProcess {
  const program = fileURLToPath(new URL("bin/sandbox.js", import.meta.resolve("@depthwire/sandbox/package.json")));
  const all = ["--port", String(port), "--json", ...flags];
  return spawn(process.execPath, [program, ...all], { stdio: ["ignore", "pipe", "inherit"] });
}

async function announcementOf({ stdout }: ChildProcess): Promise<Announcement> {
  if (stdout === null) {
    throw new Error("the venue's output cannot be read");
  }
  for await (const line of createInterface({ input: stdout })) {
    return JSON.parse(line) as Announcement;
  }
  throw new Error("the venue did not start");
}
