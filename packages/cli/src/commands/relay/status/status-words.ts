import type { RelayInstanceStatus } from "@depthwire/relay";
import { sentenceOf } from "../../../books/book-facts.js";
import { type Column, table } from "../../../program/table.js";
import { duration } from "../../../screen/number-format.js";
import { ownedBy } from "../serve/serve-report.js";
import type { RelayOverview, ShardOverview, StandbyOverview, TroubledBook } from "./relay-overview.js";
import type { SlowReader } from "./slow-readers.js";

const instanceColumns: readonly Column<RelayInstanceStatus>[] = [
  { title: "instance", of: ({ name }) => name },
  { title: "state", of: ({ state }) => state },
  { title: "owns", of: (status) => String(ownedBy(status).shards.length), isNumber: true },
  { title: "pairs", of: (status) => String(ownedBy(status).pairs), isNumber: true },
  { title: "live", of: (status) => String(ownedBy(status).live), isNumber: true },
  { title: "stands by for", of: standsBy },
];

function standsBy(status: RelayInstanceStatus): string {
  const { standby, standbyPairs, warm } = ownedBy(status);
  if (standby === 0) {
    return "nothing";
  }
  const books = status.standby === "cold" ? "cold" : `${warm} of ${standbyPairs} pairs warm`;
  return `${standby} ${standby === 1 ? "shard" : "shards"}, ${books}`;
}

const shardColumns: readonly Column<ShardOverview>[] = [
  { title: "shard", of: ({ shard }) => shard },
  { title: "owner", of: ({ owners }) => (owners.length === 0 ? "nobody" : owners.join(" and ")) },
  { title: "term", of: ({ term }) => String(term), isNumber: true },
  { title: "for", of: ({ ownedForMs }) => (ownedForMs === undefined ? "-" : duration(ownedForMs)), isNumber: true },
  { title: "lease", of: ({ leaseAgeMs }) => (leaseAgeMs === undefined ? "-" : duration(leaseAgeMs)), isNumber: true },
  { title: "live", of: ({ live, pairs }) => `${live}/${pairs}`, isNumber: true },
  { title: "stands by", of: ({ standbys, pairs }) => standbyWords(standbys, pairs) },
];

/** Who is warm, and since when. */
function standbyWords(standbys: readonly StandbyOverview[], pairs: number): string {
  const words = standbys.map(({ name, live, liveForMs }) =>
    live === 0 ? `${name} cold` : `${name} ${live}/${pairs} for ${duration(liveForMs)}`,
  );
  return words.length === 0 ? "nobody" : words.join(", ");
}

const troubleColumns: readonly Column<TroubledBook>[] = [
  { title: "not live", of: ({ pair }) => pair },
  { title: "at", of: ({ owner }) => owner },
  { title: "status", of: ({ status }) => status },
  { title: "why", of: ({ reason }) => (reason === undefined ? "" : sentenceOf(reason)) },
];

const readerColumns: readonly Column<SlowReader>[] = [
  { title: "slow reader", of: ({ name }) => (name === "" ? "without a name" : name) },
  { title: "address", of: ({ address }) => address },
  { title: "state", of: ({ state }) => (state === "ended" ? "its connection was ended" : "behind") },
  { title: "bytes that wait", of: ({ pendingBytes }) => String(pendingBytes), isNumber: true },
];

/** What a person reads of a relay. @param slow undefined where nobody asked for slow readers. @param columns of the screen */
export function statusWords(overview: RelayOverview, slow: readonly SlowReader[] | undefined, columns: number): string {
  const { instances, shards, booksNotLive, unowned, unreadableLeases, withoutLeases } = overview;
  const paragraphs = [
    table(instances, instanceColumns, columns),
    table(shards, shardColumns, columns),
    ...(booksNotLive.length > 0 ? [table(booksNotLive, troubleColumns, columns)] : []),
    ...(unowned.length > 0 ? [`Nobody owns ${unowned.join(" ")}.`] : []),
    ...(unreadableLeases.length > 0
      ? [
          `Nobody takes ${unreadableLeases.join(" ")}: what stands in the store is no lease. depthwire relay doctor names the keys.`,
        ]
      : []),
    ...(withoutLeases.length > 0
      ? [`The store of leases does not answer ${withoutLeases.join(" ")}. depthwire relay doctor looks further.`]
      : []),
    ...(slow === undefined ? [] : [slow.length === 0 ? "No slow reader." : table(slow, readerColumns, columns)]),
  ];
  return paragraphs.join("\n\n");
}
