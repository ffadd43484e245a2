import { TransportError } from "@depthwire/core";
import { type LeaseStore, RelayError, type StoredLease } from "@depthwire/relay";
import { JetStreamApiError, jetstreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { errors, RequestError } from "@nats-io/nats-core";
import { connectionOf } from "./connection-bus.js";
import { forbiddenBy } from "./connection-failure.js";
import type { NatsBus } from "./nats-bus.js";

/** The server's words for another revision than the expected one. */
const wrongRevision: readonly number[] = [10_071, 10_164];
/** The server's word for a bucket that is not there. */
const noStream = 10_059;
/** No call waits longer: a restarted server would cost five seconds. */
const defaultCallLimitMs = 500;
/** JetStream's own limit for what is asked while a bucket is opened. */
const openLimitMs = 5_000;

/** The bucket of shards' leases, that of the plan and the members, and that of traders' leases: the names that the permissions of `depthwire relay config` know. */
export const relayBuckets = { leases: "dw1_leases", shared: "dw1_plan", traders: "dw1_traders" } as const;

/** How a bucket is opened. */
export interface NatsLeaseStoreOptions {
  /** Letters, digits, hyphens and underscores. */
  readonly bucket: string;
  /** Milliseconds; a call that is not answered within it rejects. Default 500. */
  readonly callLimitMs?: number | undefined;
  /**
   * Servers that keep the bucket, where it is made now; default 1. With three, nats-server 2.9 gives one lease to several holders:
   * `depthwire relay doctor` tries it.
   */
  readonly replicas?: number | undefined;
}

/**
 * Opens a bucket of JetStream's key-value store over the connection of a bus, and makes it where it is not there.
 *
 * @throws RelayError `relay-forbidden`, `relay-store-failed` where the server keeps nothing
 * @throws TransportError `timed-out` where it says nothing: one whose disk was full does not until it is started anew
 */
export async function openNatsLeaseStore(bus: NatsBus, options: NatsLeaseStoreOptions): Promise<NatsLeaseStore> {
  const { bucket, callLimitMs = defaultCallLimitMs, replicas = 1 } = options;
  const make = (): Promise<KV> =>
    new Kvm(connectionOf(bus)).create(bucket, { history: 1, replicas, allow_direct: false });
  try {
    return new BucketLeaseStore(bus, await make(), { bucket, callLimitMs, make });
  } catch (cause) {
    throw storeFailure(cause, bucket);
  }
}

interface StoreParts {
  readonly bucket: string;
  readonly callLimitMs: number;
  readonly make: () => Promise<KV>;
}

/**
 * Leases in a bucket of JetStream's key-value store. Nothing is read from a copy: the bucket's leader answers.
 * A bucket that is gone, with the server's directory say, is made again; the call that met it fails.
 * A key is letters, digits, hyphens, underscores, and dots between them.
 */
export interface NatsLeaseStore extends LeaseStore {
  /** Keys that something was written under, deleted ones too. */
  keys(): Promise<readonly string[]>;
  /** Servers that keep the bucket. */
  replicas(): Promise<number>;
}

class BucketLeaseStore implements NatsLeaseStore {
  readonly #bus: NatsBus;
  readonly #bucket: KV;
  readonly #name: string;
  readonly #callLimitMs: number;
  readonly #make: () => Promise<KV>;
  #isMaking = false;

  constructor(bus: NatsBus, bucket: KV, { bucket: name, callLimitMs, make }: StoreParts) {
    this.#bus = bus;
    this.#bucket = bucket;
    this.#name = name;
    this.#callLimitMs = callLimitMs;
    this.#make = make;
  }

  async read(key: string): Promise<StoredLease> {
    const entry = await this.#limited(() => this.#bucket.get(key));
    if (entry === null) {
      return { revision: 0, text: undefined };
    }
    const { revision, operation } = entry;
    return { revision, text: operation === "PUT" ? entry.string() : undefined };
  }

  async compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    try {
      // Not `create`: that writes over what was deleted, whatever its revision.
      const options = { previousSeq: expected, timeout: this.#callLimitMs };
      return await this.#limited(() => this.#bucket.put(key, text, options));
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown };
      if (cause instanceof JetStreamApiError && wrongRevision.includes(cause.code)) {
        return undefined;
      }
      throw error;
    }
  }

  async keys(): Promise<readonly string[]> {
    const { stream } = await this.#info();
    const before = `$KV.${this.#name}.`.length;
    return Object.keys(stream.state.subjects ?? {}).map((subject) => subject.slice(before));
  }

  async replicas(): Promise<number> {
    const { stream } = await this.#info();
    return stream.config.num_replicas;
  }

  async #info(): Promise<{ readonly stream: Awaited<ReturnType<typeof streamInfo>> }> {
    return { stream: await this.#limited(() => streamInfo(this.#bus, `KV_${this.#name}`)) };
  }

  /** Never rejects: the next call that meets no bucket tries again. */
  async #makeAgain(): Promise<void> {
    if (!this.#isMaking) {
      this.#isMaking = true;
      await this.#make().catch(() => undefined);
      this.#isMaking = false;
    }
  }

  async #limited<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const afterMs = this.#callLimitMs;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TransportError("timed-out", { afterMs })), afterMs);
    });
    const answer = ask();
    try {
      return await Promise.race([answer, late]);
    } catch (cause) {
      if (isOfNoBucket(cause)) {
        void this.#makeAgain();
      }
      throw storeFailure(cause, this.#name);
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }
}

/** Nobody listens where a key of a missing bucket is written; whoever reads there is told. */
function isOfNoBucket(cause: unknown): boolean {
  if (cause instanceof JetStreamApiError) {
    return cause.code === noStream;
  }
  return cause instanceof Error && cause.cause instanceof RequestError && cause.cause.isNoResponders();
}

async function streamInfo(bus: NatsBus, name: string) {
  const manager = await jetstreamManager(connectionOf(bus), { checkAPI: false });
  return manager.streams.info(name, { subjects_filter: ">" });
}

function storeFailure(cause: unknown, store: string): Error {
  if (cause instanceof TransportError) {
    return cause;
  }
  const status = cause instanceof JetStreamApiError ? { status: cause.code } : {};
  const forbidden = forbiddenBy(cause);
  if (forbidden === undefined && cause instanceof errors.TimeoutError) {
    return new TransportError("timed-out", { afterMs: openLimitMs }, { cause });
  }
  return forbidden ?? new RelayError("relay-store-failed", { store, ...status }, { cause });
}
