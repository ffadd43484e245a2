import { ValidationError } from "@depthwire/core";
import type { ExchangeConfig, ExchangeState, GraphTable } from "@depthwire/exchange/internal";
import { decodeState, Exchange, logsOf } from "@depthwire/exchange/internal";
import { StoreError } from "../store/store-error.js";
import type { JournalStore } from "./journal-store.js";
import { type KeptReturn, livedThrough } from "./lived.js";
import { type PageEntry, readPage, type TimedCommand } from "./page-text.js";

/** What a start from a data directory found. */
export interface Recovery {
  /** Number of the last command; 0 when there was none yet. */
  readonly last: number;
  /** How many commands were carried out again. */
  readonly replayed: number;
  /** How long it took, in milliseconds, and how much of that the carrying out. */
  readonly tookMs: number;
  readonly replayMs: number;
}

/** What a start from a data directory found, and what it did not. */
export interface StartRecovery extends Recovery {
  /**
   * How many acknowledged commands are missing: the machine was lost meanwhile and `durability` is `process`, or the start was told
   * to accept an older state. 0 otherwise, since the start is refused then.
   */
  readonly missing: number;
}

/** An exchange as its store knows it. */
export interface Recovered extends Recovery {
  readonly exchange: Exchange;
  /** Of each kind of finished records, the number of the first full page that is not kept yet. */
  readonly recordsKept: readonly number[];
}

/** From where an exchange is made again: the latest snapshot, or its very first command. */
export type RecoverFrom = "snapshot" | "beginning";

function corrupt(store: JournalStore, check: string, cause?: unknown): StoreError {
  return new StoreError("store-corrupt", { directory: store.directory, check }, { cause });
}

async function readState(
  store: JournalStore,
): Promise<(Pick<Recovered, "last" | "recordsKept"> & { readonly state: ExchangeState }) | undefined> {
  const snapshot = await store.readSnapshot();
  if (snapshot === undefined) {
    return undefined;
  }
  try {
    const state = decodeState(JSON.parse(snapshot.text) as GraphTable);
    const recordsKept: number[] = [];
    for (const [log, records] of logsOf(state.remembered).entries()) {
      const { from, to } = records.fullPages;
      // A snapshot that the exchange went back to holds them itself.
      if (!records.isComplete) {
        records.complete(await store.readRecords(log, from, to));
        recordsKept[log] = to;
      } else {
        recordsKept[log] = from;
      }
    }
    return { last: snapshot.last, state, recordsKept };
  } catch (error) {
    throw error instanceof StoreError ? error : corrupt(store, "snapshot", error);
  }
}

/**
 * Makes an exchange again from its snapshot and the commands since.
 *
 * @throws StoreError `store-corrupt` when a command is missing or damaged
 */
export async function recover(store: JournalStore, config: ExchangeConfig, from: RecoverFrom): Promise<Recovered> {
  const begunMs = performance.now();
  const start = from === "snapshot" ? await readState(store) : undefined;
  const exchange = new Exchange(config, start?.state);
  const recordsKept = start?.recordsKept ?? logsOf(exchange.state.remembered).map(() => 0);
  const begin = start?.last ?? 0;
  let last = begin;
  const lived = from === "beginning" ? await findLived(store) : () => true;
  const readMs = performance.now() - begunMs;
  for await (const entries of gaplessPages(store, begin)) {
    for (const entry of entries) {
      last += 1;
      if (lived(last)) {
        replay(store, exchange, entry, last);
      }
    }
  }
  const tookMs = performance.now() - begunMs;
  return { exchange, recordsKept, last, replayed: last - begin, tookMs, replayMs: tookMs - readMs };
}

/** The commands behind `begin`, page by page, without a gap. @throws StoreError `store-corrupt` where one is missing or damaged */
async function* gaplessPages(store: JournalStore, begin: number): AsyncGenerator<readonly PageEntry[]> {
  let next = begin + 1;
  try {
    for await (const { first, text } of store.pages(next)) {
      if (first !== next) {
        throw corrupt(store, `the command ${next} is missing`);
      }
      const commands = readCommands(store, text);
      yield commands;
      next += commands.length;
    }
  } catch (error) {
    // What stands before the damage is a whole state, though an older one. No state stands before the first command.
    const mayEnd = store.olderState === "accept" && error instanceof StoreError && next > 1;
    if (!mayEnd) {
      throw error;
    }
  }
}

function readCommands(store: JournalStore, text: string): readonly PageEntry[] {
  try {
    return readPage(text);
  } catch (error) {
    throw corrupt(store, "page", error);
  }
}

/** Which commands count for a replay from the first one on. */
async function findLived(store: JournalStore): Promise<(number: number) => boolean> {
  const returns: KeptReturn[] = [];
  let last = 0;
  for await (const entries of gaplessPages(store, 0)) {
    for (const entry of entries) {
      last += 1;
      if ("backTo" in entry) {
        returns.push({ number: last, backTo: entry.backTo });
      }
    }
  }
  const ranges = livedThrough(returns, last);
  return (number) => ranges.some(({ first, last: end }) => first <= number && number <= end);
}

function replay(store: JournalStore, exchange: Exchange, entry: PageEntry, number: number): void {
  if ("backTo" in entry) {
    // It is written together with the snapshot that it leads to, behind which a start begins.
    throw corrupt(store, `the snapshot of the command ${number} is missing`);
  }
  carryOut(store, exchange, entry, number);
}

function carryOut(store: JournalStore, exchange: Exchange, { command, at }: TimedCommand, number: number): void {
  try {
    exchange.apply(command, at);
  } catch (error) {
    if (!(error instanceof ValidationError)) {
      throw corrupt(store, "page", error);
    }
    const { path, rule } = error.details;
    throw corrupt(store, `the command ${number} is poisoned: ${path} is not ${rule}`, error);
  }
}
