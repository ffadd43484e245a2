import { type NatsBus, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { type LeaseStore, RelayError } from "@depthwire/relay";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { BusFlags } from "./bus-options.js";
import type { EtcdFlags } from "./etcd-options.js";
import { openBus } from "./open-bus.js";
import { openEtcd } from "./open-etcd.js";

/** Where leases stand, and the plan. */
export interface RelayStores {
  readonly leaseStore: LeaseStore;
  readonly sharedStore: LeaseStore;
}

/** Where the stores are found, which may not answer yet. */
export interface StoreSource {
  /**
   * Opens both stores, and makes them where they are not there. It can be called again after a failure.
   *
   * @throws Refused `no-lease-store`; RelayError `relay-forbidden`, `relay-store-failed`; TransportError `timed-out`
   */
  open(): Promise<RelayStores>;
  /** Ends what only the stores need. Never rejects. */
  close(): Promise<void>;
}

/**
 * The stores that the command line names: in etcd, or at the nats-server of the bus. There they have a connection of their own: a server that
 * cannot write them, on a full disk say, stops reading from who asked it to, and frames would wait behind that.
 *
 * @param name of this process, as nats-server lists it
 * @throws Refused `usage`, `file-unusable`, `key-open`, `bus-unreachable`; RelayError
 */
export async function storeSource(flags: EtcdFlags & BusFlags, context: Context, name: string): Promise<StoreSource> {
  const etcd = await openEtcd(flags, context);
  if (etcd === undefined) {
    const { bus, address } = await openBus(flags, context, `${name} leases`, { account: "leases" });
    return { open: () => openNatsStores(bus, address), close: () => bus.close() };
  }
  return {
    open: async () => {
      await etcd.look();
      const { leaseStore, sharedStore } = etcd;
      return { leaseStore, sharedStore };
    },
    close: () => etcd.close(),
  };
}

async function openNatsStores(bus: NatsBus, address: string): Promise<RelayStores> {
  try {
    return {
      leaseStore: await openNatsLeaseStore(bus, { bucket: relayBuckets.leases }),
      sharedStore: await openNatsLeaseStore(bus, { bucket: relayBuckets.shared }),
    };
  } catch (error) {
    // Servers that have just been started answer that they are not ready yet; one without JetStream does not answer such questions.
    const isAbsent =
      error instanceof RelayError && error.code === "relay-store-failed" && error.details.status === undefined;
    if (isAbsent) {
      throw new Refused(
        "no-lease-store",
        `nats-server at ${address} keeps no leases: ${error.message}`,
        "Start it with JetStream: nats-server -js -sd DIRECTORY; or keep them in etcd: --etcd. depthwire relay doctor looks further.",
        { bus: address },
      );
    }
    throw error;
  }
}
