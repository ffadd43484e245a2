import type { ExchangeState, RecordPage } from "@depthwire/exchange/internal";
import { logsOf, snapshotText } from "@depthwire/exchange/internal";

/** A full page of finished records, and of which kind they are. */
export interface KindPage extends RecordPage {
  /** Number of the kind among all kinds. */
  readonly log: number;
}

/** How far the full pages of one kind reach: from the first that holds something that is remembered to before the last, open one. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** An exchange as it is after one command, ready to be written. */
export interface EncodedState {
  readonly text: string;
  /** Of each kind of finished records, the full pages that the text counts on. */
  readonly ranges: readonly PageRange[];
  /** Those of them that are not kept yet. */
  readonly newPages: readonly KindPage[];
}

/** How far the full pages of each kind reach. */
export function pageRanges({ remembered }: ExchangeState): readonly PageRange[] {
  return logsOf(remembered).map(({ fullPages }) => fullPages);
}

/**
 * The state as it is now; full pages of records are taken as they are.
 *
 * @param recordsKept of each kind of finished records, the number of the first full page that is not kept yet
 */
export function encodeNow(state: ExchangeState, recordsKept: readonly number[]): EncodedState {
  const text = snapshotText(state);
  const newPages = logsOf(state.remembered).flatMap((records, log) =>
    records.pages(recordsKept[log] ?? 0).map((page) => ({ log, ...page })),
  );
  return { text, ranges: pageRanges(state), newPages };
}

/** Length of a snapshot's parts, in UTF-16 units: short enough that a commit never waits long behind one. */
const partLength = 256 * 1024;

/** The parts of a snapshot's text. A character of two units stays in one: the store writes UTF-8, which has no halves. */
export function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + partLength;
    const isSplit = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const part = text.slice(start, isSplit ? end - 1 : end);
    yield part;
    start += part.length;
  }
}
