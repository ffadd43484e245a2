import { rawStream, relayBuckets } from "@depthwire/nats";

/** Who takes part in a relay. */
export type RelayRole = "owner" | "consumer" | "recorder" | "operator";

/** Subjects that a role may publish to and subscribe to; nothing else. */
export interface RolePermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Where answers to one's own questions come. */
const inboxes = "_INBOX.>";
const streams = { last: "DW1_LAST", raw: rawStream } as const;
const buckets = Object.values(relayBuckets);

/** To read one message that a stream keeps. */
const readKept = (stream: string): readonly string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
];

/** Questions to owners, and the last views. */
const consumerPublish = ["dw1.*.echo.*", "dw1.*.snap.>", "$JS.API.INFO", ...readKept(streams.last)];
const consumerSubscribe = ["dw1.*.raw.>", "dw1.*.view.>", "dw1.*.beat.*", inboxes];

/** What each role may do. Owners are trusted with each other's shards: the term decides between them, no permission. */
export const rolePermissions: Readonly<Record<RelayRole, RolePermissions>> = {
  owner: {
    publish: [
      "dw1.>",
      inboxes,
      "$JS.API.INFO",
      ...buckets.flatMap((bucket) => [
        `$KV.${bucket}.>`,
        ...readKept(`KV_${bucket}`),
        `$JS.API.STREAM.CREATE.KV_${bucket}`,
      ]),
      ...Object.values(streams).flatMap((stream) => [
        ...readKept(stream),
        `$JS.API.STREAM.CREATE.${stream}`,
        `$JS.API.STREAM.UPDATE.${stream}`,
      ]),
      // To keep frames in memory in place of files, or the other way: a stream cannot move.
      `$JS.API.STREAM.DELETE.${streams.raw}`,
    ],
    subscribe: ["dw1.>", inboxes],
  },
  consumer: { publish: consumerPublish, subscribe: consumerSubscribe },
  recorder: {
    publish: [
      ...consumerPublish,
      ...readKept(streams.raw),
      `$JS.API.CONSUMER.CREATE.${streams.raw}`,
      `$JS.API.CONSUMER.CREATE.${streams.raw}.>`,
      `$JS.API.CONSUMER.INFO.${streams.raw}.>`,
      `$JS.API.CONSUMER.DELETE.${streams.raw}.>`,
      `$JS.API.CONSUMER.MSG.NEXT.${streams.raw}.>`,
      `$JS.ACK.${streams.raw}.>`,
      `$JS.FC.${streams.raw}.>`,
    ],
    subscribe: consumerSubscribe,
  },
  operator: {
    publish: [
      "dw1.*.ops",
      "dw1.*.ops.*",
      "dw1.*.echo.*",
      "dw1.*.snap.>",
      "$JS.API.>",
      ...buckets.map((bucket) => `$KV.${bucket}.>`),
    ],
    subscribe: ["dw1.>", inboxes],
  },
};

/** All of them. */
export const relayRoles: readonly RelayRole[] = Object.keys(rolePermissions) as RelayRole[];
