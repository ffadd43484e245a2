import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What one nats-server of a cluster is told. */
export interface NatsServerPlan {
  /** Its name in the cluster. */
  readonly name: string;
  /** Where its configuration and what it stores lie. */
  readonly folder: string;
  readonly port: number;
  readonly routePort: number;
  /** Ports of this machine that lead to the other servers. */
  readonly routesTo: readonly number[];
  /** A subscriber is cut off when more bytes wait for it. */
  readonly maxPendingBytes: number;
}

/** Nobody listens there: the servers reach one another only as they were told. */
const deadAddress = "127.0.0.1:1";

/** A real nats-server with JetStream, which is going to be killed and stopped. */
export class NatsProcess {
  readonly #plan: NatsServerPlan;
  #child: ChildProcess | undefined;
  #words = "";
  #slowConsumers = 0;

  constructor(plan: NatsServerPlan) {
    this.#plan = plan;
  }

  get name(): string {
    return this.#plan.name;
  }

  get port(): number {
    return this.#plan.port;
  }

  /** What it said last; for whoever looks for the reason of a failure. */
  get lastWords(): string {
    return this.#words;
  }

  /** Subscribers that it has cut off, since they did not read what waited for them. */
  get slowConsumers(): number {
    return this.#slowConsumers;
  }

  /** Starts it, with everything that its former life stored. Who connects finds out when it is ready. */
  async start(): Promise<void> {
    const file = join(this.#plan.folder, `${this.#plan.name}.conf`);
    await mkdir(this.#plan.folder, { recursive: true });
    await writeFile(file, configuration(this.#plan));
    const child = spawn("nats-server", ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      this.#slowConsumers += part.split("Slow Consumer Detected").length - 1;
      this.#words = (this.#words + part).slice(-4_000);
    });
    await once(child, "spawn");
    this.#child = child;
  }

  /** It does nothing any more, and its connections stay. */
  stop(): void {
    this.#child?.kill("SIGSTOP");
  }

  wake(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Kills it without a word. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
}

function configuration({ name, folder, port, routePort, routesTo, maxPendingBytes }: NatsServerPlan): string {
  const routes = routesTo.map((to) => `nats-route://127.0.0.1:${to}`).join(", ");
  return `
server_name: ${name}
listen: "127.0.0.1:${port}"
max_pending: ${maxPendingBytes}
write_deadline: "2s"
ping_interval: "2s"
ping_max: 2
jetstream { store_dir: "${join(folder, name)}", max_memory_store: 67108864, max_file_store: 268435456 }
cluster {
  name: trials
  listen: "127.0.0.1:${routePort}"
  advertise: "${deadAddress}"
  no_advertise: true
  routes: [${routes}]
}
`;
}
