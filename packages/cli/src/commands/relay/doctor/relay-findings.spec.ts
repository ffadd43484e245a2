import type { NatsBus, NatsServerInfo } from "@depthwire/nats";
import { MemoryLeaseStore } from "@depthwire/relay";
import { encodeLeaseRecord } from "@depthwire/relay/internal";
import { it } from "vitest";
import { Refused } from "../../../program/refused.js";
import type { OpenedEtcd } from "../../../relay/open-etcd.js";
import { textTranscript } from "../../../transcript.spec-kit.js";
import { type Finding, sound } from "../../doctor/finding.js";
import { checkServer, checkTls, type ReachedBus } from "./check-bus.js";
import {
  checkCompareAndSet,
  checkLeases,
  checkPlans,
  checkReplicas,
  type OpenedLeases,
  openLeases,
} from "./check-leases.js";
import { checkPermissions } from "./check-permissions.js";

const usualServer: NatsServerInfo = {
  version: "2.10.4",
  name: "one",
  cluster: undefined,
  hasJetStream: true,
  asksForKeys: true,
  maxPayloadBytes: 1_048_576,
};

function reached(server: Partial<NatsServerInfo> | undefined, more: Partial<ReachedBus> = {}): ReachedBus {
  const serverInfo = server === undefined ? undefined : { ...usualServer, ...server };
  return {
    bus: { serverInfo } as NatsBus,
    address: "nats://127.0.0.1:4222",
    isEncrypted: false,
    away: [],
    ...more,
  };
}

async function told(name: string, findings: readonly (Finding | Promise<Finding>)[]): Promise<void> {
  const all = await Promise.all(findings);
  await textTranscript(
    name,
    all.map((one) => JSON.stringify(one, null, 1)),
  );
}

it("findings of the way to the bus, and of the server", async () => {
  await told("relay-doctor-bus", [
    checkTls(reached({}, { isEncrypted: true })),
    checkTls(reached({})),
    checkTls(reached({}, { address: "127.0.0.1, [::1]:4222,localhost:1" })),
    checkTls(reached({}, { address: "nats://a.test:4222,127.0.0.1, b.test:1" })),
    checkServer(reached({}), "jetstream"),
    checkServer(reached({ cluster: "three" }), "etcd"),
    checkServer(reached({ hasJetStream: false }), "jetstream"),
    checkServer(reached({ hasJetStream: false }), "etcd"),
    ...["2.8.9", "2.9.0", "2.9.25", "2.10.0", "1.99.0", "3.0.0", ""].map((version) =>
      checkServer(reached({ version }), "jetstream"),
    ),
    checkServer(reached({ maxPayloadBytes: 1_048_575 }), "jetstream"),
    checkServer(reached({ maxPayloadBytes: 1_048_577 }), "jetstream"),
    checkServer(reached(undefined), "jetstream"),
    checkServer(reached(undefined), "etcd"),
    checkPermissions(reached({ asksForKeys: false }), {} as never, undefined),
    checkPermissions(reached(undefined), {} as never, "owner"),
  ]);
});

/** A store whose keys can be listed, as those of nats-server and etcd can. */
class ListedStore extends MemoryLeaseStore {
  readonly #keys = new Set<string>();
  readonly #replicas: number;

  constructor(replicas = 1) {
    super();
    this.#replicas = replicas;
  }

  async put(key: string, text: string): Promise<this> {
    this.#keys.add(key);
    const { revision } = await this.read(key);
    await this.compareAndSet(key, revision, text);
    return this;
  }

  delete(key: string): this {
    this.#keys.add(key);
    return this;
  }

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.#keys]);
  }

  replicas(): Promise<number> {
    return Promise.resolve(this.#replicas);
  }
}

/** A store that gives a lease to whoever asks. */
class GenerousStore extends ListedStore {
  override async compareAndSet(key: string, _expected: number, text: string): Promise<number> {
    const { revision } = await this.read(key);
    await super.compareAndSet(key, revision, text);
    return revision + 1;
  }
}

const leasesOf = (store: ListedStore, shared: ListedStore = store): OpenedLeases =>
  ({ kind: "nats", store, shared }) as unknown as OpenedLeases;
const absent: OpenedLeases = { kind: "absent", finding: sound("as it was found") };

it("findings of the store of leases", async () => {
  const lease = (holder: string): string => encodeLeaseRecord({ holder, term: 3 });
  const leases = await new ListedStore().put("main.s07", lease("alpha-1"));
  await leases.put("main.s01", lease(""));
  await leases.put("try", "not looked at");
  leases.delete("main.s09");
  const one = await new ListedStore().put("main.s07", "a word");
  const two = await (await new ListedStore().put("main.s07", "{}")).put("main.s01", "[]");
  await two.put("main.s02", lease("alpha-1"));
  const plans = new ListedStore();
  plans.delete("main.plan");
  const spoilt = await (await new ListedStore().put("main.plan", "{}")).put("b.plan", "x");
  await spoilt.put("main.other", "x");
  await told("relay-doctor-leases", [
    ...[checkReplicas, checkCompareAndSet, checkLeases, checkPlans].map((check) => check(absent)),
    checkReplicas({ kind: "etcd" } as unknown as OpenedLeases),
    checkReplicas(leasesOf(new ListedStore(1))),
    checkReplicas(leasesOf(new ListedStore(3))),
    checkCompareAndSet(leasesOf(new ListedStore())),
    checkCompareAndSet(leasesOf(new GenerousStore())),
    checkLeases(leasesOf(new ListedStore())),
    checkLeases(leasesOf(leases)),
    checkLeases(leasesOf(one)),
    checkLeases(leasesOf(two)),
    checkPlans(leasesOf(new ListedStore())),
    checkPlans(leasesOf(leases, plans)),
    checkPlans(leasesOf(leases, spoilt)),
  ]);
});

it("why a store of leases is not there", async () => {
  const etcd = (error: unknown): OpenedEtcd =>
    ({
      look: async () => {
        throw error;
      },
    }) as unknown as OpenedEtcd;
  const findingOf = async (opened: Promise<OpenedLeases>): Promise<Finding> => {
    const leases = await opened;
    return leases.kind === "absent" ? leases.finding : sound(leases.kind);
  };
  await told("relay-doctor-no-store", [
    findingOf(openLeases(undefined, undefined)),
    findingOf(openLeases(undefined, etcd(new Error("broken")))),
    findingOf(openLeases(undefined, etcd("a word"))),
    findingOf(openLeases(undefined, etcd(new Refused("no-lease-store", "No etcd answers", "Look whether it runs.")))),
    findingOf(openLeases(undefined, { look: () => Promise.resolve() } as unknown as OpenedEtcd)),
  ]);
});
