import type { RelayInstanceStatus } from "@depthwire/relay";
import { expect, it } from "vitest";
import { notReady } from "./not-ready.js";

const ready: RelayInstanceStatus = {
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
    malformed: 0,
    contested: 0,
  },
};

it.each<[string, Partial<RelayInstanceStatus> | undefined, readonly string[]]>([
  ["nothing is there yet", undefined, ["start"]],
  ["it has not begun", { state: "starting" }, ["start"]],
  ["all is well", {}, []],
  ["its messages do not come back", { state: "cut-off" }, ["bus"]],
  ["the store of leases is away", { stores: { leases: "away", shared: "answers" } }, ["leases"]],
  ["both stores are away", { stores: { leases: "away", shared: "away" } }, ["leases", "plan"]],
  ["it ends", { state: "closing", stores: { leases: "away", shared: "away" } }, ["end"]],
])("where %s, that is what keeps it from being ready", (_, status, what) => {
  expect(notReady(status && { ...ready, ...status }).map((one) => one.what)).toEqual(what);
});
