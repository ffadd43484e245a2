import { type NatsBus, openNatsBus, openNatsLeaseStore } from "@depthwire/nats";
import { tryLeaseStore } from "@depthwire/relay";
import { patiently } from "@depthwire/testkit/patiently";

/** Buckets of a trial, with their replicas. */
export interface TrialBuckets {
  /** Where the leases of the trial are. */
  readonly leases: { readonly bucket: string; readonly replicas: number };
}

const callLimitMs = 5_000;

/** Makes the bucket of leases, and tries stores with one and with three replicas. @returns whether the unsafe one alone is refused */
export async function prepareStores(servers: readonly string[], { leases }: TrialBuckets): Promise<boolean> {
  const bus = await patiently(() => openNatsBus({ servers, name: "store-trial" }));
  try {
    await openPatiently(bus, leases.bucket, leases.replicas);
    const safe = await tryLeaseStore(await openPatiently(bus, "trial_safe", 1));
    const unsafe = await tryLeaseStore(await openPatiently(bus, "trial_unsafe", 3));
    return safe.unsafeRounds === 0 && unsafe.unsafeRounds > 0;
  } finally {
    await bus.close();
  }
}

/** Servers of a cluster need a moment until they agree who leads. */
function openPatiently(bus: NatsBus, bucket: string, replicas: number) {
  return patiently(() => openNatsLeaseStore(bus, { bucket, replicas, callLimitMs }));
}
