import { fileURLToPath } from "node:url";
import { type NatsBus, openNatsBus } from "@depthwire/nats";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { type FaultProxy, startFaultProxy } from "@depthwire/testkit";
import { patiently } from "@depthwire/testkit/patiently";
import { type ClusterAccess, NatsCluster } from "../nats-cluster/nats-cluster.js";
import { TrialProcess } from "../nats-cluster/trial-process.js";
import { BusWatch } from "./bus-watch.js";
import { Canary } from "./canary.js";
import { FaultsJudge } from "./faults-judge.js";
import type {
  ConsumerNote,
  ConsumerOrders,
  HandOverNote,
  OwnerNote,
  OwnerOrders,
  ToConsumer,
  ToOwner,
  WithoutPart,
} from "./member-messages.js";

/** Both the sources and what is built from them start the built ones. */
const moduleOf = (name: string): string =>
  fileURLToPath(new URL(`../../dist/relay-faults/${name}.js`, import.meta.url));

const pairCount = 6;
const depthIntervalMs = 50;
/** Depth messages a second besides: a state that is shown too long must have been superseded. */
const rate = 120;
const ownerCount = 3;
const consumerCount = 2;
/** As long as a lease that has to be taken over within 1.6 s may be. */
const leaseMs = 1_000;
/** A subscriber for whom more bytes wait is cut off. */
const maxPendingBytes = 2 << 20;
/** The venue of whoever ignores its lost lease is this far away: what it publishes is old. */
const farVenueMs = 1_500;
const venue = "trial";

/** An owner's process, and what it said of itself. */
export class OwnerMember {
  readonly name: string;
  readonly access: ClusterAccess;
  readonly process: TrialProcess<OwnerOrders, OwnerNote, ToOwner>;
  /** Terms by shard that it owns, by its own word. */
  readonly owned: Map<string, number> = new Map();
  isWarm = false;
  /** What it did last before it was warm, where that took long. */
  notWarm = "";
  /** Leases that ran out, since the store did not answer in time. */
  ranOut = 0;
  readonly handOvers: HandOverNote[] = [];

  constructor(name: string, access: ClusterAccess, process: OwnerMember["process"]) {
    this.name = name;
    this.access = access;
    this.process = process;
  }
}

/** A consumer's process. */
export interface ConsumerMember {
  readonly name: string;
  readonly access: ClusterAccess;
  readonly process: TrialProcess<ConsumerOrders, ConsumerNote, ToConsumer>;
  readonly floodSubject: string;
}

/** A venue, three nats-servers, owners, consumers, and one that ignores its lost leases: each a process of its own. */
export class FaultsScene {
  readonly sandbox: Sandbox;
  readonly cluster: NatsCluster;
  readonly judge: FaultsJudge;
  readonly canary: Canary;
  readonly bus: NatsBus;
  readonly owners: OwnerMember[] = [];
  readonly consumers: ConsumerMember[] = [];
  readonly #farVenue: FaultProxy;
  #busWatch: BusWatch | undefined;
  #rogue: OwnerMember | undefined;

  private constructor(sandbox: Sandbox, cluster: NatsCluster, bus: NatsBus, farVenue: FaultProxy) {
    this.sandbox = sandbox;
    this.cluster = cluster;
    this.bus = bus;
    this.#farVenue = farVenue;
    const names = Array.from({ length: consumerCount }, (_, index) => `consumer-${index}`);
    this.judge = new FaultsJudge(sandbox.exchange, sandbox.pairs, names);
    this.canary = new Canary(bus, Object.values(sandbox.credential));
  }

  /** Starts everything; the books come later. */
  static async start(seed: number, without: WithoutPart): Promise<FaultsScene> {
    const cluster = await NatsCluster.start(maxPendingBytes);
    const sandbox = await startSandbox({ pairs: pairCount, seed, depthIntervalMs, rate, requestsPerWindow: 0 });
    const farVenue = await startFaultProxy({ port: sandbox.port });
    farVenue.toClient.latencyMs = farVenueMs;
    const servers = cluster.servers.map(({ port }) => `nats://127.0.0.1:${port}`);
    const bus = await patiently(() => openNatsBus({ servers, name: "trial" }));
    const scene = new FaultsScene(sandbox, cluster, bus, farVenue);
    scene.#busWatch = await BusWatch.open(servers, `${scene.canary.ownPrefix}.watch`);
    for (let index = 0; index < ownerCount; index++) {
      scene.owners.push(await scene.#owner(`owner-${index}`, "keeps"));
    }
    scene.#rogue = await scene.#owner("rogue", "ignores");
    for (let index = 0; index < consumerCount; index++) {
      scene.consumers.push(await scene.#consumer(`consumer-${index}`, without));
    }
    return scene;
  }

  /** When servers did not pass messages on. */
  get busWatch(): BusWatch {
    return this.#busWatch as BusWatch;
  }

  /** The one that ignores its lost leases. */
  get rogue(): OwnerMember {
    return this.#rogue as OwnerMember;
  }

  /** Newest term of each shard, and who owns it by its own word. */
  get reigns(): ReadonlyMap<string, { readonly owner: OwnerMember; readonly term: number }> {
    const newest = new Map<string, { readonly owner: OwnerMember; readonly term: number }>();
    for (const owner of this.owners) {
      for (const [shard, term] of owner.owned) {
        if (term > (newest.get(shard)?.term ?? 0)) {
          newest.set(shard, { owner, term });
        }
      }
    }
    return newest;
  }

  async close(): Promise<void> {
    const members = [...this.owners, ...this.consumers, ...(this.#rogue === undefined ? [] : [this.#rogue])];
    await Promise.all(members.map((member) => member.process.kill()));
    await this.bus.close();
    await this.#busWatch?.close();
    await this.cluster.close();
    await this.#farVenue.close();
    await this.sandbox.close();
  }

  /** What processes wrote to their error outputs. */
  get complaints(): readonly string[] {
    const members = [...this.owners, ...this.consumers, this.rogue];
    return members.flatMap(({ name, process }) => (process.complaint === "" ? [] : [`${name}: ${process.complaint}`]));
  }

  async #owner(name: string, leases: OwnerOrders["leases"]): Promise<OwnerMember> {
    const { sandbox } = this;
    const access = await this.cluster.access();
    const { pathname } = new URL(sandbox.pushUrl);
    const far = `ws://127.0.0.1:${this.#farVenue.port}${pathname}`;
    const pushUrl = leases === "keeps" ? sandbox.pushUrl : far;
    const orders = {
      name,
      servers: access.addresses,
      venue,
      pairs: sandbox.pairs,
      pushUrl,
      leaseMs,
      leases,
      account: this.owners.length === 0 ? "logged-in" : "none",
    } as const;
    const member: OwnerMember = new OwnerMember(
      name,
      access,
      new TrialProcess<OwnerOrders, OwnerNote, ToOwner>({
        file: moduleOf("owner"),
        orders: () => orders,
        heard: (note, life) => this.#hearOwner(member, note, life),
        // What is on the bus is looked through for them.
        environment: this.canary.environment,
      }),
    );
    member.process.start();
    return member;
  }

  async #consumer(name: string, without: WithoutPart): Promise<ConsumerMember> {
    const access = await this.cluster.access();
    const floodSubject = `${this.canary.ownPrefix}.flood.${name}`;
    const orders = { name, servers: access.addresses, venue, pairs: this.sandbox.pairs, without, floodSubject };
    const process = new TrialProcess<ConsumerOrders, ConsumerNote, ToConsumer>({
      file: moduleOf("consumer"),
      orders: () => orders,
      heard: (note) => this.judge.take(name, note),
    });
    process.start();
    return { name, access, process, floodSubject };
  }

  #hearOwner(member: OwnerMember, note: OwnerNote, life: number): void {
    if (life !== member.process.life) {
      return;
    }
    switch (note.note) {
      case "owned":
        member.owned.set(note.shard, note.term);
        break;
      case "lost":
        member.owned.delete(note.shard);
        member.ranOut += note.cause === "ran-out" ? 1 : 0;
        break;
      case "warm":
        member.isWarm = true;
        break;
      case "not-warm":
        member.notWarm = note.what;
        break;
      case "handed-over":
        member.handOvers.push(note);
        break;
      case "late":
        this.judge.late(member.name, note);
        break;
      case "failed":
        this.judge.failures.push(`${member.name}: ${note.what}`);
        break;
      case "ready":
        break;
    }
  }
}
