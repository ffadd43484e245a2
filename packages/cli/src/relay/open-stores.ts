import { type NatsLeaseStore, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { RelayError } from "@depthwire/relay";
import { Refused } from "../program/refused.js";
import type { OpenedBus } from "./open-bus.js";

/** Where leases stand, and the plan. */
export interface RelayStores {
  readonly leaseStore: NatsLeaseStore;
  readonly sharedStore: NatsLeaseStore;
}

/**
 * Opens both stores, and makes them where they are not there.
 *
 * @throws Refused `no-lease-store`; RelayError `relay-forbidden`, `relay-store-failed`; TransportError `timed-out`
 */
export async function openStores({ bus, address }: OpenedBus): Promise<RelayStores> {
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
        "Start it with JetStream: nats-server -js -sd DIRECTORY. depthwire relay doctor looks further.",
        { bus: address },
      );
    }
    throw error;
  }
}
