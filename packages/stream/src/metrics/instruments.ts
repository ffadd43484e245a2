import type { EngineStatistics } from "../engine/engine-statistics.js";
import type { MeterAttributes } from "./meter.js";
import { type HistogramSnapshot, histogramQuantileMs } from "./millisecond-histogram.js";

/** One value of an instrument. */
export interface InstrumentValue {
  readonly value: number;
  readonly attributes?: MeterAttributes;
}

/** One instrument and where its values come from. */
export interface InstrumentRow {
  readonly name: string;
  readonly kind: "counter" | "gauge";
  readonly unit: string;
  readonly description: string;
  readonly read: (statistics: EngineStatistics) => readonly InstrumentValue[];
}

/** Statistics that are plain numbers. */
type Count = {
  [Name in keyof EngineStatistics]: EngineStatistics[Name] extends number ? Name : never;
}[keyof EngineStatistics];

/** Every instrument of an engine, by what it counts. */
export const engineInstruments: readonly InstrumentRow[] = [
  count("depthwire.frames", "{frame}", "Messages that came in", "frames"),
  count("depthwire.bytes.received", "By", "Their bytes as received", "bytesIn"),
  count("depthwire.bytes.inflated", "By", "Bytes of JSON text in them", "bytesInflated"),
  count(
    "depthwire.frames.general_path",
    "{frame}",
    "Messages that the scanner left to the general path",
    "generalPath",
  ),
  count("depthwire.book.messages", "{message}", "Messages applied to books", "applied"),
  count("depthwire.book.snapshots", "{message}", "Snapshots of books", "snapshots"),
  count("depthwire.book.gaps", "{gap}", "Missing updates that books noticed", "gaps"),
  count("depthwire.book.crossings", "{crossing}", "Times that a book was crossed", "crossed"),
  count("depthwire.book.resyncs", "{resync}", "Subscriptions made again for a fresh snapshot", "resyncs"),
  count("depthwire.book.duplicates", "{message}", "Repeated messages of books", "duplicates"),
  count("depthwire.book.views", "{view}", "Views of books given to loops", "viewsHandedOver"),
  count("depthwire.channel.messages", "{message}", "Messages of channels other than books", "events"),
  count(
    "depthwire.channel.dropped",
    "{message}",
    "Messages dropped because the caller's thread was too slow",
    "eventsDropped",
  ),
  count("depthwire.connections.opened", "{connection}", "Connections that were made", "connects"),
  count("depthwire.connections.lost", "{connection}", "Connections that ended on their own", "connectionsLost"),
  count(
    "depthwire.connections.unreadable",
    "{connection}",
    "Connections ended because nothing on them could be read",
    "unreadableConnections",
  ),
  count("depthwire.connections.failed", "{attempt}", "Connections that could not be made", "connectFailures"),
  count("depthwire.threads.lost", "{thread}", "Threads that ended on their own and were replaced", "threadsLost"),
  count("depthwire.internal_errors", "{error}", "Defects that were caught", "internalErrors"),
  counter("depthwire.frames.rejected", "{frame}", "Messages that were refused", ({ rejected }) =>
    byKey(rejected, "code"),
  ),
  counter("depthwire.venue.errors", "{error}", "Errors that the venue sent", ({ venueErrors }) =>
    byKey(venueErrors, "code"),
  ),
  counter("depthwire.book.verifications", "{comparison}", "Comparisons with the venue's answer", (statistics) =>
    byKey(statistics.verifications, "verdict"),
  ),
  gauge("depthwire.books", "{book}", "Books by present status", ({ books }) => byKey(books, "status")),
  counter("depthwire.stream.items", "{item}", "Items that loops got", (statistics) =>
    ofStreams(statistics, "delivered"),
  ),
  counter("depthwire.stream.dropped", "{item}", "Items dropped because a loop was too slow", (statistics) =>
    ofStreams(statistics, "dropped"),
  ),
  counter("depthwire.stream.gaps", "{gap}", "Gaps given to streams", (statistics) => ofStreams(statistics, "gaps")),
  gauge("depthwire.stream.open", "{stream}", "Streams that are open", (statistics) => ofStreams(statistics, "open")),
  gauge("depthwire.stream.queue", "{item}", "Items that wait for their loops", (statistics) =>
    ofStreams(statistics, "waiting"),
  ),
  gauge("depthwire.account.queue", "{event}", "Events of accounts waiting for their loops", ({ accounts }) => [
    { value: accounts.queued },
  ]),
  counter("depthwire.account.requests", "{request}", "Requests of reconciliations", ({ accounts }) => [
    { value: accounts.requests },
  ]),
  counter("depthwire.account.reconciliations", "{reconciliation}", "Reconciliations that ended", ({ accounts }) => [
    { value: accounts.reconciliations },
  ]),
  gauge("depthwire.receive.lag", "s", "From the venue's time of update to receipt, upper bounds", ({ lagMs }) =>
    quantiles(lagMs),
  ),
];

function counter(name: string, unit: string, description: string, read: InstrumentRow["read"]): InstrumentRow {
  return { name, kind: "counter", unit, description, read };
}

function gauge(name: string, unit: string, description: string, read: InstrumentRow["read"]): InstrumentRow {
  return { name, kind: "gauge", unit, description, read };
}

function count(name: string, unit: string, description: string, statistic: Count): InstrumentRow {
  return counter(name, unit, description, (statistics) => [{ value: statistics[statistic] }]);
}

function byKey(values: Readonly<Partial<Record<string, number>>>, attribute: string): readonly InstrumentValue[] {
  return Object.entries(values).map(([key, value = 0]) => ({ value, attributes: { [attribute]: key } }));
}

function ofStreams(
  { streams }: EngineStatistics,
  statistic: "delivered" | "dropped" | "gaps" | "open" | "waiting",
): readonly InstrumentValue[] {
  return Object.entries(streams).map(([stream, counts]) => ({ value: counts[statistic], attributes: { stream } }));
}

/** Covers everything since the start: lag is measured in threads, which a meter cannot reach. */
function quantiles(histogram: HistogramSnapshot): readonly InstrumentValue[] {
  return [0.5, 0.9, 0.99, 1].map((share) => ({
    value: histogramQuantileMs(histogram, share) / 1_000,
    attributes: { quantile: share },
  }));
}
