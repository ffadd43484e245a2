import { ValidationError } from "@depthwire/core";
import type { ExchangeConfig, ExchangeState, GraphTable } from "@depthwire/exchange/internal";
import { decodeState, Exchange, logsOf } from "@depthwire/exchange/internal";
import { StoreError } from "../store/store-error.js";
import type { JournalStore } from "./journal-store.js";
import { readPage, type TimedCommand } from "./page-text.js";

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
): Promise<{ readonly last: number; readonly state: ExchangeState } | undefined> {
  const snapshot = await store.readSnapshot();
  if (snapshot === undefined) {
    return undefined;
  }
  try {
    const state = decodeState(JSON.parse(snapshot.text) as GraphTable);
    for (const [log, records] of logsOf(state.remembered).entries()) {
      const { from, to } = records.fullPages;
      if (to > from) {
        records.complete(await store.readRecords(log, from, to));
      }
    }
    return { last: snapshot.last, state };
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
  const recordsKept = logsOf(exchange.state.remembered).map(({ fullPages }) => fullPages.to);
  const begin = start?.last ?? 0;
  let last = begin;
  const readMs = performance.now() - begunMs;
  for await (const commands of gaplessPages(store, begin)) {
    replay(store, exchange, commands, last + 1);
    last += commands.length;
  }
  const tookMs = performance.now() - begunMs;
  return { exchange, recordsKept, last, replayed: last - begin, tookMs, replayMs: tookMs - readMs };
}

/** The commands behind `begin`, page by page, without a gap. @throws StoreError `store-corrupt` where one is missing or damaged */
async function* gaplessPages(store: JournalStore, begin: number): AsyncGenerator<readonly TimedCommand[]> {
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

function readCommands(store: JournalStore, text: string): readonly TimedCommand[] {
  try {
    return readPage(text);
  } catch (error) {
    throw corrupt(store, "page", error);
  }
}

function replay(store: JournalStore, exchange: Exchange, commands: readonly TimedCommand[], first: number): void {
  let number = first;
  try {
    for (const { command, at } of commands) {
      exchange.apply(command, at);
      number += 1;
    }
  } catch (error) {
    if (!(error instanceof ValidationError)) {
      throw corrupt(store, "page", error);
    }
    const { path, rule } = error.details;
    throw corrupt(store, `the command ${number} is poisoned: ${path} is not ${rule}`, error);
  }
}
