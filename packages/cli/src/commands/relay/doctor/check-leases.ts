import { TransportError } from "@depthwire/core";
import { type NatsLeaseStore, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { type EtcdLeaseStore, RelayError, tryLeaseStore } from "@depthwire/relay";
import { decodeLeaseRecord, decodeShardPlan } from "@depthwire/relay/internal";
import { Refused } from "../../../program/refused.js";
import type { OpenedEtcd } from "../../../relay/open-etcd.js";
import { type Finding, notChecked, sound } from "../../doctor/finding.js";
import type { ReachedBus } from "./check-bus.js";

/** Patient: a store under load is not unsafe. Milliseconds. */
export const callLimitMs = 5_000;
/** The lease that the store is tried with. */
const triedKey = "try";

/** Where leases are, or why that is not known. */
export type OpenedLeases =
  | { readonly kind: "nats"; readonly store: NatsLeaseStore; readonly shared: NatsLeaseStore }
  | { readonly kind: "etcd"; readonly store: EtcdLeaseStore; readonly shared: EtcdLeaseStore }
  | { readonly kind: "absent"; readonly finding: Finding };

/**
 * Opens the store that the command line names. What etcd needs is ended by whoever opened that.
 *
 * @param etcd undefined: leases are at the nats-server of the bus
 */
export async function openLeases(reached: ReachedBus | undefined, etcd: OpenedEtcd | undefined): Promise<OpenedLeases> {
  if (etcd !== undefined) {
    return etcdLeases(etcd);
  }
  if (reached === undefined) {
    return { kind: "absent", finding: notChecked("the bus is not reached") };
  }
  try {
    const open = (bucket: string): Promise<NatsLeaseStore> => openNatsLeaseStore(reached.bus, { bucket, callLimitMs });
    return { kind: "nats", store: await open(relayBuckets.leases), shared: await open(relayBuckets.shared) };
  } catch (error) {
    if (error instanceof RelayError && error.code === "relay-forbidden") {
      return { kind: "absent", finding: notAllowed };
    }
    if (error instanceof RelayError) {
      return { kind: "absent", finding: nobodyLeads(error) ? storeAway(reached, refused(error)) : refused(error) };
    }
    if (error instanceof TransportError && error.code === "timed-out") {
      return { kind: "absent", finding: storeAway(reached, stuck) };
    }
    throw error;
  }
}

async function etcdLeases(etcd: OpenedEtcd): Promise<OpenedLeases> {
  try {
    await etcd.look();
    return { kind: "etcd", store: etcd.leaseStore, shared: etcd.sharedStore };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const remedy = (error instanceof Refused ? error.remedy : undefined) ?? "Look at etcd's own log.";
    return { kind: "absent", finding: { status: "wrong", code: "lease-store-away", says, remedy } };
  }
}

/** What nats-server 2.9 does once it could not write: everything but its JetStream goes on. */
const stuck: Finding = {
  status: "wrong",
  code: "lease-store-stuck",
  says: "The server is there, and its JetStream, which keeps the leases, does not answer",
  remedy:
    "Look at the server's disk: if it was full, make room, then start the server anew. Until then owners own nothing, or go on with --on-lease-loss publish.",
};

/** One of the servers keeps the leases, where they have one replica. */
const keeperAway = (away: readonly string[]): Finding => ({
  status: "wrong",
  code: "lease-store-away",
  says: `Nobody answers who keeps the leases: it may be ${away.join(" or ")}, where no server answers`,
  remedy: "Start that server. Until then owners own nothing, or go on with --on-lease-loss publish.",
});

/** A server of a cluster keeps leases only while most of its servers reach each other. */
const leaderless = (cluster: string): Finding => ({
  status: "wrong",
  code: "lease-store-away",
  says: `The servers are there, and JetStream of the cluster ${cluster}, which keeps the leases, has nobody who leads it`,
  remedy:
    "Look for route in the servers' logs: most of them must be there and reach each other. With certificates of an authority of your own they need it named: depthwire relay config --tls-ca FILE --force. If a server's disk was full, make room, then start that server anew.",
});

const notAllowed: Finding = {
  status: "ok",
  code: "not-checked",
  says: "Not looked at: the key may not. An owner's or an operator's may",
};

/** The server's words for a cluster whose JetStream nobody leads: not available, not the leader, incomplete. */
const leaderlessCodes: readonly number[] = [10_004, 10_008, 10_009];
/** The server's words for more than the account or the server may keep: storage, memory, streams. */
const fullCodes: readonly number[] = [10_002, 10_023, 10_026, 10_027, 10_028, 10_047];
/** The server's words for an account, or a server, that keeps nothing. */
const absentCodes: readonly number[] = [10_039, 10_076];

function nobodyLeads(error: RelayError): boolean {
  const status = statusOf(error);
  return status !== undefined && leaderlessCodes.includes(status);
}

/** The number that JetStream gave its refusal; undefined where it gave none. */
function statusOf({ details }: RelayError): number | undefined {
  const { status } = details as { readonly status?: number };
  return status;
}

/** The server answers, and does not do it: its own words say why. */
function refused(error: RelayError): Finding {
  const status = statusOf(error);
  const words = error.cause instanceof Error ? error.cause.message : error.message;
  return {
    status: "wrong",
    code: "lease-store-refused",
    says: `The server does not keep the leases: ${words}${status === undefined ? "" : ` (${status})`}`,
    remedy: refusalRemedy(status),
    details: error.details,
  };
}

function refusalRemedy(status: number | undefined): string {
  if (status !== undefined && fullCodes.includes(status)) {
    return "Give JetStream more: max_file_store of the server, or the limits of the account that keeps the leases.";
  }
  return status !== undefined && absentCodes.includes(status)
    ? "Give the account that keeps the leases its JetStream, as in the configuration that depthwire relay config writes."
    : "Look for these words in the server's log.";
}

/** Nobody answers, or nobody leads. @param alone what it is where the server is in no cluster */
function storeAway({ away, bus }: ReachedBus, alone: Finding): Finding {
  if (away.length > 0) {
    return keeperAway(away);
  }
  const { cluster } = bus.serverInfo ?? {};
  return cluster === undefined ? alone : leaderless(cluster);
}

/** How many servers keep the leases. */
export async function checkReplicas(leases: OpenedLeases): Promise<Finding> {
  if (leases.kind === "absent") {
    return leases.finding;
  }
  if (leases.kind === "etcd") {
    return sound("Leases are in etcd, on all of its members");
  }
  const replicas = await leases.store.replicas();
  const words =
    replicas === 1
      ? "One server keeps the leases: while it is away, nobody takes one"
      : `${replicas} servers keep the leases`;
  return sound(words, { replicas });
}

/** Whether the store gives one lease to one holder: tried, six at once. */
export async function checkCompareAndSet(leases: OpenedLeases): Promise<Finding> {
  if (leases.kind === "absent") {
    return leases.finding;
  }
  const { rounds, unsafeRounds } = await tryLeaseStore(leases.store, { key: triedKey });
  const details = { rounds, unsafeRounds };
  if (unsafeRounds > 0) {
    return {
      status: "wrong",
      code: "lease-store-unsafe",
      says: `The store gave one lease to several at once, in ${unsafeRounds} of ${rounds} rounds`,
      remedy: "Keep leases on one server (a bucket with one replica), in etcd (--etcd), or on a newer nats-server.",
      details,
    };
  }
  return sound(`Of six at once one got the lease, in each of ${rounds} rounds`, details);
}

/** Leases that nobody understands: nobody takes them. */
export async function checkLeases(leases: OpenedLeases): Promise<Finding> {
  if (leases.kind === "absent") {
    return leases.finding;
  }
  const { store } = leases;
  const keys = (await store.keys()).filter((key) => key !== triedKey).sort();
  const unreadable: string[] = [];
  let held = 0;
  for (const key of keys) {
    const { text } = await store.read(key);
    const record = text === undefined ? undefined : decodeLeaseRecord(text);
    if (record === "unreadable") {
      unreadable.push(key);
    } else if (record !== undefined && record.holder !== "") {
      held++;
    }
  }
  const details = { leases: keys.length, held, unreadable };
  if (unreadable.length > 0) {
    return {
      status: "wrong",
      code: "lease-unreadable",
      says: `Nobody understands what stands in the ${unreadable.length === 1 ? "lease" : "leases"} ${unreadable.join(", ")}, so nobody takes ${unreadable.length === 1 ? "it" : "them"}`,
      remedy: "Find out who writes there. Then delete the key: after a whole lease somebody takes it.",
      details,
    };
  }
  return sound(`${keys.length} leases, of which ${held} say that somebody holds them`, details);
}

/** Plans that nobody understands: instances leave them as they are, and keep to what they read before. */
export async function checkPlans(leases: OpenedLeases): Promise<Finding> {
  if (leases.kind === "absent") {
    return leases.finding;
  }
  const keys = (await leases.shared.keys()).filter((key) => key.endsWith(".plan")).sort();
  const unreadable: string[] = [];
  for (const key of keys) {
    const { text } = await leases.shared.read(key);
    if (text !== undefined && !isPlan(text)) {
      unreadable.push(key);
    }
  }
  const details = { plans: keys.length, unreadable };
  if (unreadable.length > 0) {
    return {
      status: "wrong",
      code: "plan-unreadable",
      says: `What stands under ${unreadable.join(", ")} in the store is no plan: nobody who starts now knows who should own what`,
      remedy: "Find out who writes there. Then delete the key: the owners write the plan that they know.",
      details,
    };
  }
  return sound(`${keys.length} ${keys.length === 1 ? "plan" : "plans"} of who should own what`, details);
}

function isPlan(text: string): boolean {
  try {
    decodeShardPlan(text);
    return true;
  } catch {
    return false;
  }
}
