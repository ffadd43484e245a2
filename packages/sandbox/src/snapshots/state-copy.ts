import {
  decodeState,
  type ExchangeState,
  type GraphTable,
  logsOf,
  type RecordPage,
  snapshotText,
} from "@depthwire/exchange/internal";

/** An exchange as it was. Full pages of finished records are shared with it: they never change. */
export interface StateCopy {
  /** What lives, and each log's last page. */
  readonly text: string;
  /** Full pages of finished records, one list a kind. */
  readonly pages: readonly (readonly RecordPage[])[];
}

/** Copies a state between two commands. */
export function copyState(state: ExchangeState): StateCopy {
  return { text: snapshotText(state), pages: logsOf(state.remembered).map((log) => log.pages(0)) };
}

/** A state of its own that is as the copied one was. */
export function stateOf({ text, pages }: StateCopy): ExchangeState {
  const state = decodeState(JSON.parse(text) as GraphTable);
  for (const [log, records] of logsOf(state.remembered).entries()) {
    if (!records.isComplete) {
      records.complete(pages[log] ?? []);
    }
  }
  return state;
}

/** What a copy takes of memory at most, in bytes: pages count as if nobody shared them. */
export function bytesOf({ text, pages }: StateCopy): number {
  return text.length + pages.flat().reduce((sum, { bytes }) => sum + bytes.length, 0);
}
