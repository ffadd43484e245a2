import type { MeterLike } from "@depthwire/stream";
import type { LinkCounts } from "../consumer/link-counters.js";
import type { RelayLink } from "../consumer/relay-link.js";
import type { RelayInstanceStatus, ShardStatus } from "../instance/instance-status.js";
import type { RelayInstance } from "../instance/relay-instance.js";

/** One value of an instrument. */
interface Value {
  readonly value: number;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** One instrument, and where its values come from. */
interface Instrument<Source> {
  readonly name: string;
  readonly kind: "counter" | "gauge";
  readonly unit: string;
  readonly description: string;
  readonly read: (source: Source) => readonly Value[];
}

const one =
  <Source>(read: (source: Source) => number) =>
  (source: Source): readonly Value[] => [{ value: read(source) }];

const linkInstruments: readonly Instrument<Readonly<LinkCounts>>[] = [
  counter(
    "depthwire.relay.link.frames",
    "{frame}",
    "Frames of the relay given to engines",
    one(({ frames }) => frames),
  ),
  counter(
    "depthwire.relay.link.snapshots",
    "{snapshot}",
    "Snapshots that were taken",
    one(({ snapshots }) => snapshots),
  ),
  counter(
    "depthwire.relay.link.gaps",
    "{gap}",
    "Holes that were found",
    one(({ gaps }) => gaps),
  ),
  counter(
    "depthwire.relay.link.old_term",
    "{message}",
    "Messages of former owners, dropped",
    one(({ oldTerm }) => oldTerm),
  ),
  counter(
    "depthwire.relay.link.unheard_term",
    "{message}",
    "Messages of nobody who is known as an owner, dropped",
    one(({ unheardTerm }) => unheardTerm),
  ),
  counter(
    "depthwire.relay.link.not_taken",
    "{frame}",
    "Frames that an engine had no room for",
    one(({ notTaken }) => notTaken),
  ),
  counter("depthwire.relay.link.malformed", "{message}", "Messages that could not be read", ({ malformed }) =>
    Object.entries(malformed).map(([fault, value]) => ({ value, attributes: { fault } })),
  ),
];

const roles = ["owner", "handing-over", "standby"] as const;
const owning: ReadonlySet<ShardStatus["role"]> = new Set(["owner", "handing-over"]);
const published = ["frames", "events", "statuses", "beats", "snapshots", "views"] as const;

const instanceInstruments: readonly Instrument<RelayInstanceStatus>[] = [
  gauge("depthwire.relay.shards", "{shard}", "Shards by what the instance is to them", ({ shards }) =>
    roles.map((role) => ({ value: shards.filter((shard) => shard.role === role).length, attributes: { role } })),
  ),
  gauge("depthwire.relay.books.live", "{book}", "Live books, by what the instance is to their shards", ({ shards }) =>
    roles.map((role) => ({
      value: sumOf(
        shards.filter((shard) => shard.role === role),
        ({ live }) => live,
      ),
      attributes: { role },
    })),
  ),
  gauge("depthwire.relay.books.not_live", "{book}", "Books of owned shards that are not live", ({ shards }) => [
    { value: sumOf(ownedOf(shards), ({ booksNotLive }) => booksNotLive.length) },
  ]),
  gauge("depthwire.relay.term", "{term}", "Term that an owned shard is published under", ({ shards }) =>
    ownedOf(shards).map(({ shard, term }) => ({ value: term, attributes: { shard } })),
  ),
  counter("depthwire.relay.published", "{message}", "Messages published, by what they are", (status) =>
    published.map((kind) => ({ value: status.published[kind], attributes: { kind } })),
  ),
  counter(
    "depthwire.relay.echoes",
    "{answer}",
    "Questions of consumers whether they hear the owner, answered",
    one((status) => status.published.echoes),
  ),
  counter(
    "depthwire.relay.refused",
    "{question}",
    "Questions of consumers not answered, since one connection asked too much",
    one((status) => status.published.refused),
  ),
  counter(
    "depthwire.relay.contested",
    "{time}",
    "Times that another owner spoke under the same term",
    one((status) => status.published.contested),
  ),
  counter("depthwire.relay.malformed", "{message}", "Messages that could not be read, dropped", (status) => [
    { value: status.counts.malformed, attributes: { of: "instances" } },
    { value: status.published.malformed, attributes: { of: "consumers" } },
  ]),
  gauge(
    "depthwire.relay.heard",
    "{instance}",
    "1 while it takes part: its own messages come back over the bus, and it neither starts nor ends",
    one(({ state }) => (state === "taking-part" ? 1 : 0)),
  ),
  gauge(
    "depthwire.relay.members",
    "{instance}",
    "Other instances that are heard",
    one(({ members }) => members.length),
  ),
  counter(
    "depthwire.relay.leases.won",
    "{lease}",
    "Leases that were won",
    one(({ counts }) => counts.won),
  ),
  counter(
    "depthwire.relay.leases.lost",
    "{lease}",
    "Leases that were lost, for any cause",
    one(({ counts }) => counts.lost),
  ),
  counter(
    "depthwire.relay.leases.renewed",
    "{renewal}",
    "Renewals that the store accepted",
    one(({ counts }) => counts.renewals),
  ),
  gauge(
    "depthwire.relay.leases.unreadable",
    "{lease}",
    "Leases that nobody takes, since what stands in the store is none",
    one(({ shards }) => shards.filter(({ lease }) => lease === "unreadable").length),
  ),
  gauge(
    "depthwire.relay.lease.age",
    "s",
    "Since the newest renewal, of the owned lease where that is longest",
    (status) => [{ value: Math.max(0, ...status.shards.map(({ leaseAgeMs = 0 }) => leaseAgeMs)) / 1_000 }],
  ),
  counter(
    "depthwire.relay.handovers",
    "{shard}",
    "Shards that were handed over",
    one(({ counts }) => counts.handedOver),
  ),
  counter(
    "depthwire.relay.store.failures",
    "{call}",
    "Calls to stores that failed",
    one(({ counts }) => counts.storeFailures),
  ),
  counter(
    "depthwire.relay.store.stalls",
    "{time}",
    "Times that a store stopped answering",
    one(({ counts }) => counts.storeStalls),
  ),
  gauge("depthwire.relay.store.answers", "{store}", "1 while the store answers", ({ stores }) =>
    Object.entries(stores).map(([store, state]) => ({ value: state === "answers" ? 1 : 0, attributes: { store } })),
  ),
];

function ownedOf(shards: readonly ShardStatus[]): readonly ShardStatus[] {
  return shards.filter(({ role }) => owning.has(role));
}

function sumOf(shards: readonly ShardStatus[], count: (shard: ShardStatus) => number): number {
  return shards.reduce((sum, shard) => sum + count(shard), 0);
}

/**
 * Shows a link to an OpenTelemetry meter: its counts, read when they are exported. The engine behind it is shown by `observe`.
 *
 * @returns what ends it
 */
export function observeLink(link: Pick<RelayLink, "counts">, meter: MeterLike): () => void {
  return observeAll(linkInstruments, () => link.counts, meter);
}

/**
 * Shows an instance to an OpenTelemetry meter: the shards that it owns and stands by for, books that are not live, leases.
 *
 * @returns what ends it
 */
export function observeInstance(instance: Pick<RelayInstance, "status">, meter: MeterLike): () => void {
  return observeAll(
    instanceInstruments,
    onceAReading(() => instance.status()),
    meter,
  );
}

/** A meter asks all instruments in one go: what is costly to tell is told once for all of them. */
function onceAReading<Source>(tell: () => Source): () => Source {
  let told: { readonly source: Source } | undefined;
  return () => {
    if (told === undefined) {
      told = { source: tell() };
      queueMicrotask(() => {
        told = undefined;
      });
    }
    return told.source;
  };
}

function observeAll<Source>(rows: readonly Instrument<Source>[], source: () => Source, meter: MeterLike): () => void {
  const ends = rows.map(({ name, kind, unit, description, read }) => {
    const options = { unit, description };
    const instrument =
      kind === "counter" ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options);
    const callback: Parameters<typeof instrument.addCallback>[0] = (reading) => {
      for (const { value, attributes } of read(source())) {
        reading.observe(value, attributes);
      }
    };
    instrument.addCallback(callback);
    return () => instrument.removeCallback(callback);
  });
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function counter<Source>(
  name: string,
  unit: string,
  description: string,
  read: Instrument<Source>["read"],
): Instrument<Source> {
  return { name, kind: "counter", unit, description, read };
}

function gauge<Source>(
  name: string,
  unit: string,
  description: string,
  read: Instrument<Source>["read"],
): Instrument<Source> {
  return { name, kind: "gauge", unit, description, read };
}
