import { rawStream, relayBuckets } from "@depthwire/nats";
import type { RelayRole } from "./role-names.js";

/**
 * NATS accounts: what is published in one is not heard in another. Where JetStream answers in an account, whoever may ask it anything can have the
 * answer written to any subject of that account, with the server's rights. So the bus has none, and each thing that JetStream keeps has its own.
 */
export type RelayAccount = "bus" | "leases" | "kept" | "traders";

/** Subjects that a role may publish to and subscribe to; nothing else. */
export interface RolePermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Frames: the account of what is kept gets them from the bus, and nothing goes back. */
export const rawFrames = "dw1.*.raw.>";

/** To read one message that a stream keeps. */
const readKept = (stream: string): readonly string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
];

/** To keep leases in a bucket, and to make that. */
const keepBucket = (bucket: string): readonly string[] => [
  `$KV.${bucket}.>`,
  ...readKept(`KV_${bucket}`),
  `$JS.API.STREAM.CREATE.KV_${bucket}`,
];

const shardStores: readonly string[] = [relayBuckets.leases, relayBuckets.shared];
const consumer: RolePermissions = {
  publish: ["dw1.*.echo.*", "dw1.*.snap.>"],
  subscribe: [rawFrames, "dw1.*.view.>", "dw1.*.beat.*"],
};
const ofJetStream = (...publish: readonly string[]): RolePermissions => ({ publish, subscribe: [] });

/**
 * What each role may do, in each account that it has a key for; the first is that of the key file's first line. Everybody hears answers to own questions
 * besides. Owners are trusted with each other's shards: the term decides between them, no permission.
 */
export const rolePermissions: Readonly<Record<RelayRole, Partial<Record<RelayAccount, RolePermissions>>>> = {
  owner: {
    bus: { publish: ["dw1.>", "_INBOX.>"], subscribe: ["dw1.>"] },
    leases: ofJetStream("$JS.API.INFO", ...shardStores.flatMap(keepBucket)),
    kept: ofJetStream(
      "$JS.API.INFO",
      ...readKept(rawStream),
      `$JS.API.STREAM.CREATE.${rawStream}`,
      `$JS.API.STREAM.UPDATE.${rawStream}`,
      // To keep frames in memory in place of files, or the other way: a stream cannot move.
      `$JS.API.STREAM.DELETE.${rawStream}`,
    ),
  },
  consumer: { bus: consumer },
  recorder: {
    bus: consumer,
    kept: ofJetStream(
      "$JS.API.INFO",
      ...readKept(rawStream),
      `$JS.API.CONSUMER.CREATE.${rawStream}`,
      `$JS.API.CONSUMER.CREATE.${rawStream}.>`,
      `$JS.API.CONSUMER.INFO.${rawStream}.>`,
      `$JS.API.CONSUMER.DELETE.${rawStream}.>`,
      `$JS.API.CONSUMER.MSG.NEXT.${rawStream}.>`,
      `$JS.ACK.${rawStream}.>`,
      `$JS.FC.${rawStream}.>`,
    ),
  },
  operator: {
    bus: { publish: ["dw1.*.ops", "dw1.*.ops.*", ...consumer.publish], subscribe: ["dw1.>"] },
    leases: ofJetStream("$JS.API.>", ...shardStores.map((bucket) => `$KV.${bucket}.>`)),
  },
  trader: { traders: ofJetStream("$JS.API.INFO", ...keepBucket(relayBuckets.traders)) },
};

/** Accounts that a role has a key for, that of its first seed first. */
export function accountsOf(role: RelayRole): readonly RelayAccount[] {
  return Object.keys(rolePermissions[role]) as RelayAccount[];
}
