import type { RelayInstanceStatus } from "@depthwire/relay";
import { expect, test } from "vitest";
import { overviewOf } from "./relay-overview.js";

/** An instance that owns nothing. */
function instance(name: string, leases: "answers" | "away"): RelayInstanceStatus {
  const counts = { won: 0, lost: 0, handedOver: 0, storeFailures: 0, malformed: 0 };
  const stores = { leases, shared: "answers" } as const;
  const shard = { shard: "s07", role: "standby", term: 5, owner: undefined, pairs: 1, booksNotLive: [] } as const;
  return {
    name,
    owner: `${name}-1`,
    state: "taking-part",
    standby: "warm",
    plan: undefined,
    stores,
    members: [],
    shards: [shard],
    counts,
  };
}

test("says which instances the store of leases does not answer, and what nobody owns", () => {
  const overview = overviewOf([instance("alpha", "away"), instance("beta", "answers")]);
  expect(overview).toMatchObject({ withoutLeases: ["alpha"], unowned: ["s07"], booksNotLive: [] });
});
