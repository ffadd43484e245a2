import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaultProxy, startFaultProxy } from "@depthwire/testkit";
import { freePorts } from "@depthwire/testkit/servers";
import { NatsProcess } from "./nats-process.js";

const serverNames = ["n0", "n1", "n2"] as const;
const defaultMaxPendingBytes = 8 << 20;

/** Ways from one program to each server of a cluster: TCP proxies of its own, in the order of the servers. */
export class ClusterAccess {
  readonly #proxies: readonly FaultProxy[];

  constructor(proxies: readonly FaultProxy[]) {
    this.#proxies = proxies;
  }

  /** What the program connects to. */
  get addresses(): readonly string[] {
    return this.#proxies.map(({ port }) => `nats://127.0.0.1:${port}`);
  }

  /** Whether a connection stands to this server. */
  isAt(server: number): boolean {
    return (this.#proxies[server]?.alive ?? 0) > 0;
  }

  /** Ends every connection, and lets none be made; to one server alone where it is named. */
  cut(server?: number): void {
    for (const proxy of this.#of(server)) {
      proxy.newConnections = "reset";
      proxy.cut("reset");
    }
  }

  /** From now on bytes and closings wait; connections stay. */
  hold(server?: number): void {
    for (const { toClient, toServer } of this.#of(server)) {
      toClient.flow = "hold";
      toServer.flow = "hold";
    }
  }

  /** From now on nothing comes to the program, as if it did not read; what it sends arrives. */
  holdBack(): void {
    for (const { toClient } of this.#proxies) {
      toClient.flow = "hold";
    }
  }

  /** Everything passes again, what was held first. */
  heal(server?: number): void {
    for (const proxy of this.#of(server)) {
      proxy.newConnections = "connect";
      proxy.toClient.flow = "pass";
      proxy.toServer.flow = "pass";
    }
  }

  async close(): Promise<void> {
    this.heal();
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
  }

  #of(server: number | undefined): readonly FaultProxy[] {
    return this.#proxies.filter((_, index) => server === undefined || index === server);
  }
}

/** Three real nats-servers that know one another only through TCP proxies. */
export class NatsCluster {
  readonly servers: readonly NatsProcess[];
  readonly #folder: string;
  /** By the two servers' places: the way from the first to the second. */
  readonly #routes: ReadonlyMap<string, FaultProxy>;
  readonly #accesses: ClusterAccess[] = [];

  private constructor(servers: readonly NatsProcess[], folder: string, routes: ReadonlyMap<string, FaultProxy>) {
    this.servers = servers;
    this.#folder = folder;
    this.#routes = routes;
  }

  /** @param maxPendingBytes a subscriber is cut off when more bytes wait for it; default 8 MiB */
  static async start(maxPendingBytes: number = defaultMaxPendingBytes): Promise<NatsCluster> {
    const folder = await mkdtemp(join(tmpdir(), "relay-cluster-"));
    const ports = await freePorts(2 * serverNames.length);
    const routes = new Map<string, FaultProxy>();
    for (const from of serverNames.keys()) {
      for (const to of otherServers(from)) {
        routes.set(`${from}-${to}`, await startFaultProxy({ port: ports[serverNames.length + to] as number }));
      }
    }
    const servers = serverNames.map((name, index) => {
      const routesTo = otherServers(index).map((to) => routes.get(`${index}-${to}`)?.port ?? 0);
      const [port, routePort] = [ports[index] as number, ports[serverNames.length + index] as number];
      return new NatsProcess({ name, folder, port, routePort, routesTo, maxPendingBytes });
    });
    await Promise.all(servers.map((server) => server.start()));
    return new NatsCluster(servers, folder, routes);
  }

  /** Ways of one more program. */
  async access(): Promise<ClusterAccess> {
    const access = new ClusterAccess(await Promise.all(this.servers.map(({ port }) => startFaultProxy({ port }))));
    this.#accesses.push(access);
    return access;
  }

  /** Subscribers that servers have cut off, since they did not read what waited for them. */
  get slowConsumers(): number {
    return this.servers.reduce((sum, { slowConsumers }) => sum + slowConsumers, 0);
  }

  /** Cuts one server off from the others. */
  cutRoutes(server: number): void {
    for (const proxy of this.#routesOf(server)) {
      proxy.newConnections = "reset";
      proxy.cut("reset");
    }
  }

  /** The others can reach it again. */
  healRoutes(server: number): void {
    for (const proxy of this.#routesOf(server)) {
      proxy.newConnections = "connect";
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await Promise.all(this.#accesses.map((access) => access.close()));
    await Promise.all([...this.#routes.values()].map((proxy) => proxy.close()));
    await rm(this.#folder, { recursive: true, force: true });
  }

  #routesOf(server: number): readonly FaultProxy[] {
    return [...this.#routes].flatMap(([way, proxy]) => (way.split("-").includes(String(server)) ? [proxy] : []));
  }
}

function otherServers(server: number): readonly number[] {
  return [...serverNames.keys()].filter((other) => other !== server);
}
