import type { RelayInstanceStatus } from "@depthwire/relay";

/** An instance that takes part, owns nothing and has done nothing. */
export const quietStatus: RelayInstanceStatus = {
  name: "alpha",
  owner: "alpha-1",
  state: "taking-part",
  standby: "warm",
  plan: undefined,
  stores: { leases: "answers", shared: "answers" },
  members: [],
  shards: [],
  counts: { won: 0, lost: 0, handedOver: 0, renewals: 0, storeFailures: 0, storeStalls: 0, malformed: 0 },
  published: {
    frames: 0,
    events: 0,
    statuses: 0,
    beats: 0,
    snapshots: 0,
    views: 0,
    echoes: 0,
    refused: 0,
    malformed: 0,
    contested: 0,
  },
};
