import { NatsLeaseStore } from "@depthwire/nats";
import type { LeaseStore } from "@depthwire/relay";
import { Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";

const contenders = 6;
const rounds = 50;
const callLimitMs = 5_000;

/** Makes a bucket for leases with so many replicas, where it is not there. */
export async function makeBucket(connection: NatsConnection, bucket: string, replicas: 1 | 3): Promise<void> {
  await new Kvm(connection).create(bucket, { history: 1, replicas, allow_direct: false, timeout: callLimitMs });
}

/** Rounds in which more than one of six updates was accepted that expected one revision, through all servers at once. */
export async function roundsWithTwo(addresses: readonly string[], bucket: string): Promise<number> {
  const connections: NatsConnection[] = [];
  try {
    const stores: LeaseStore[] = [];
    for (let index = 0; index < contenders; index++) {
      const connection = await connect({ servers: [addresses[index % addresses.length] ?? ""] });
      connections.push(connection);
      stores.push(await NatsLeaseStore.open(connection, bucket, callLimitMs));
    }
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const { revision } = await (stores[0] as LeaseStore).read("trial");
      const texts = stores.map((_, index) => JSON.stringify({ holder: `trial-${index}`, term: round }));
      const answers = await Promise.all(
        stores.map((store, index) => store.compareAndSet("trial", revision, texts[index] ?? "")),
      );
      found += answers.filter((answer) => answer !== undefined).length > 1 ? 1 : 0;
    }
    return found;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}
