import type { RelayInstanceStatus, ShardStatus } from "@depthwire/relay";
import { expect, test } from "vitest";
import { quietStatus } from "../quiet-status.spec-kit.js";
import { overviewOf } from "./relay-overview.js";

const standby: ShardStatus = {
  shard: "s07",
  role: "standby",
  roleForMs: 0,
  term: 5,
  owner: undefined,
  pairs: 1,
  live: 0,
  liveForMs: 0,
  lease: "readable",
  leaseAgeMs: undefined,
  booksNotLive: [],
} as const;

/** An instance that is only asked for a shard. */
function instance(name: string, leases: "answers" | "away", shard: Partial<ShardStatus> = {}): RelayInstanceStatus {
  return {
    ...quietStatus,
    name,
    owner: `${name}-1`,
    stores: { leases, shared: "answers" },
    shards: [{ ...standby, ...shard }],
  };
}

test("says which instances the store of leases does not answer, and what nobody owns", () => {
  const overview = overviewOf([instance("alpha", "away"), instance("beta", "answers")]);
  expect(overview).toMatchObject({ withoutLeases: ["alpha"], unowned: ["s07"], booksNotLive: [] });
  expect(overview.shards[0]).toMatchObject({ ownedForMs: undefined, leaseAgeMs: undefined, live: 0 });
});

test("says how long an owner has owned, how old its lease is, and who is warm since when", () => {
  const owner = { role: "owner", roleForMs: 9_000, term: 6, live: 1, leaseAgeMs: 120 } as const;
  const { shards } = overviewOf([
    instance("alpha", "answers", { ...owner, term: 4, roleForMs: 1, leaseAgeMs: 2_900 }),
    instance("beta", "answers", owner),
    instance("gamma", "answers", { live: 1, liveForMs: 4_000 }),
    instance("delta", "answers"),
  ]);
  expect(shards).toEqual([
    {
      shard: "s07",
      owners: ["alpha", "beta"],
      term: 6,
      pairs: 1,
      live: 1,
      ownedForMs: 9_000,
      leaseAgeMs: 120,
      lease: "readable",
      standby: ["gamma", "delta"],
      standbys: [
        { name: "gamma", live: 1, liveForMs: 4_000 },
        { name: "delta", live: 0, liveForMs: 0 },
      ],
    },
  ]);
});

test("names the shards whose lease nobody can read", () => {
  const overview = overviewOf([instance("alpha", "answers", { lease: "unreadable" })]);
  expect(overview).toMatchObject({ unreadableLeases: ["s07"], unowned: ["s07"] });
});
