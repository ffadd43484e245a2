import type { HttpClient } from "@depthwire/core";
import { type NatsLeaseStore, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { createNodeClock } from "@depthwire/node";
import { EtcdLeaseStore, RelayError, tryLeaseStore } from "@depthwire/relay";
import { decodeLeaseRecord } from "@depthwire/relay/internal";
import { type Finding, notChecked, sound } from "../../doctor/finding.js";
import type { ReachedBus } from "./check-bus.js";
import type { RelayDoctorFlags } from "./flags.js";

/** Patient: a store under load is not unsafe. Milliseconds. */
const callLimitMs = 5_000;
/** The lease that the store is tried with. */
const triedKey = "try";

/** Where leases are, or why that is not known. */
export type OpenedLeases =
  | { readonly kind: "nats"; readonly store: NatsLeaseStore }
  | { readonly kind: "etcd"; readonly store: EtcdLeaseStore }
  | { readonly kind: "absent"; readonly finding: Finding };

/** Opens the store that the command line names. */
export async function openLeases(
  reached: ReachedBus | undefined,
  { etcd, allowInsecureBus }: RelayDoctorFlags,
  http: HttpClient,
): Promise<OpenedLeases> {
  if (etcd !== undefined) {
    const addresses = etcd.split(",").map((address) => address.trim());
    const allowInsecure = allowInsecureBus === true;
    return {
      kind: "etcd",
      store: new EtcdLeaseStore({ addresses, http, clock: createNodeClock(), callLimitMs, allowInsecure }),
    };
  }
  if (reached === undefined) {
    return { kind: "absent", finding: notChecked("the bus is not reached") };
  }
  try {
    const store = await openNatsLeaseStore(reached.bus, { bucket: relayBuckets.leases, callLimitMs });
    return { kind: "nats", store };
  } catch (error) {
    if (error instanceof RelayError) {
      return { kind: "absent", finding: absent(error) };
    }
    throw error;
  }
}

function absent(error: RelayError): Finding {
  return error.code === "relay-forbidden"
    ? notChecked("this key may not look at leases; an owner's or an operator's may")
    : {
        status: "wrong",
        code: "lease-store-away",
        says: error.message,
        remedy: "Look at the server's log; in a cluster most of its servers must be there.",
      };
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
