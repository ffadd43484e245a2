import type { LeaseStore, StoredLease } from "@depthwire/relay";
import { JetStreamApiError } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/nats-core";

/** The server's word for another revision than the expected one. */
const wrongLastSequence = 10_071;
/** No call waits longer: a restarted server would cost five seconds. */
const defaultCallLimitMs = 500;

/**
 * Leases in a bucket of JetStream's key-value store, with one replica: with three, nats-server 2.9 accepts several updates
 * that expect one revision (its issue 4320). Nothing is read from a copy.
 */
export class NatsLeaseStore implements LeaseStore {
  readonly #bucket: KV;
  readonly #callLimitMs: number;

  private constructor(bucket: KV, callLimitMs: number) {
    this.#bucket = bucket;
    this.#callLimitMs = callLimitMs;
  }

  /**
   * Opens the bucket, and makes it where it is not there.
   *
   * @param callLimitMs a call that is not answered within it rejects; default 500
   * @throws Error where JetStream does not answer
   */
  static async open(
    connection: NatsConnection,
    bucket: string,
    callLimitMs: number = defaultCallLimitMs,
  ): Promise<NatsLeaseStore> {
    const options = { history: 1, replicas: 1, allow_direct: false };
    return new NatsLeaseStore(await new Kvm(connection).create(bucket, options), callLimitMs);
  }

  async read(key: string): Promise<StoredLease> {
    const entry = await this.#limited(this.#bucket.get(key));
    if (entry === null) {
      return { revision: 0, text: undefined };
    }
    const { revision, operation } = entry;
    return { revision, text: operation === "PUT" ? entry.string() : undefined };
  }

  async compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    try {
      return await this.#limited(
        expected === 0 ? this.#bucket.create(key, text) : this.#bucket.update(key, text, expected, this.#callLimitMs),
      );
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === wrongLastSequence) {
        return undefined;
      }
      throw error;
    }
  }

  async #limited<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the lease store did not answer in time")), this.#callLimitMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }
}
