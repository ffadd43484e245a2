import type { BookStatus, BookView } from "@depthwire/book";
import { count, megabytes, seconds } from "@depthwire/cli/internal";
import type { EngineStatistics } from "@depthwire/stream";
import type { ComparisonTally } from "./tally.js";

/** One book at the end of a run. */
export interface BookSummary {
  readonly pair: string;
  readonly status: BookStatus;
  readonly seq: number;
  readonly bid: string | null;
  readonly ask: string | null;
  /** Levels of both sides together. */
  readonly levels: number;
}

/** What a run came to. It is the JSON of `--json`. */
export interface StartSummary {
  /** Messages of all connections since all books were live for the first time. */
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly books: readonly BookSummary[];
  /** Live views that were held against the sandbox's published state of the same `seq`. */
  readonly compared: number;
  readonly divergent: number;
  /** Live views that could not be compared: the sandbox did not hold their state any more, or was not reached. */
  readonly missed: number;
}

/** What a summary shows of a view. */
export type SummarisedView = Pick<BookView, "pair" | "status" | "seq" | "bestBid" | "bestAsk"> & {
  readonly asks: { readonly length: number };
  readonly bids: { readonly length: number };
};

/** What is counted. */
export type CountedStatistics = Pick<
  EngineStatistics,
  "frames" | "bytesInflated" | "gaps" | "resyncs" | "reconnects" | "rejected"
>;

/** What a summary is made of. */
export interface SummaryParts {
  readonly views: readonly SummarisedView[];
  readonly tally: ComparisonTally;
  /** Statistics when all books were live for the first time; undefined when they never were. */
  readonly before: CountedStatistics | undefined;
  readonly after: CountedStatistics;
  /** Between the two. */
  readonly elapsedMs: number;
}

/** Puts the figures together. */
export function summarise({ views, tally, before, after, elapsedMs }: SummaryParts): StartSummary {
  const messages = after.frames - (before?.frames ?? after.frames);
  const perSecond = elapsedMs > 0 ? (messages * 1000) / elapsedMs : 0;
  return {
    messages,
    messagesPerSecond: Math.round(perSecond * 10) / 10,
    books: views.map((view) => ({
      pair: view.pair,
      status: view.status,
      seq: view.seq,
      bid: view.bestBid?.price ?? null,
      ask: view.bestAsk?.price ?? null,
      levels: view.asks.length + view.bids.length,
    })),
    compared: tally.compared,
    divergent: tally.divergent,
    missed: tally.missed,
  };
}

/** The summary for people. */
export function describeSummary(summary: StartSummary, { before, after, elapsedMs, tally }: SummaryParts): string {
  const live = summary.books.filter(({ status }) => status === "live").length;
  const inflated = after.bytesInflated - (before?.bytesInflated ?? after.bytesInflated);
  const rejected = Object.entries(after.rejected).map(([code, times]) => `${code} ${count(times)}`);
  return [
    `${live} of ${summary.books.length} books live`,
    `${count(summary.messages)} messages in ${seconds(elapsedMs)}, ${count(summary.messagesPerSecond)} a second, ${megabytes(inflated)} MB inflated`,
    `views held against the sandbox at the same seq: ${count(summary.compared)}, divergent ${count(summary.divergent)}, missed ${count(summary.missed)}`,
    `${count(after.gaps)} gaps, ${count(after.resyncs)} resyncs, ${count(after.reconnects)} reconnects`,
    ...(rejected.length > 0 ? [`rejected: ${rejected.join(", ")}`] : []),
    ...(tally.firstDivergence === undefined ? [] : [`first divergence: ${tally.firstDivergence}`]),
  ].join("\n");
}

/** What ended a run. */
export type EndedBy = "time" | "request";

/**
 * Why the run did not show what it should, as sentences; empty when all is well.
 * A person may end it before there was anything to compare; time may not.
 */
export function findFailures(summary: StartSummary, parts: SummaryParts, endedBy: EndedBy): string[] {
  const divergent =
    summary.divergent > 0 ? [`views that differ from what the sandbox published: ${summary.divergent}`] : [];
  if (endedBy === "request") {
    return divergent;
  }
  const never = parts.before === undefined ? ["the books were never all live at once"] : [];
  const unseen = summary.books.filter(({ pair }) => parts.tally.comparedOf(pair) === 0).map(({ pair }) => pair);
  const uncompared = unseen.length > 0 ? [`no view was compared of ${unseen.join(", ")}`] : [];
  return [...divergent, ...never, ...uncompared];
}
