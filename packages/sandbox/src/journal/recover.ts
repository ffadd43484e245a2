import { Exchange } from "../exchange/exchange.js";
import type { ExchangeConfig, ExchangeState } from "../exchange/exchange-state.js";
import type { GraphTable } from "./graph-codec.js";
import { readPage } from "./page-text.js";
import { decodeState } from "./state-codec.js";
import type { Store } from "./store.js";
import { StoreError } from "./store-error.js";

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

/** An exchange as its store knows it. */
export interface Recovered extends Recovery {
  readonly exchange: Exchange;
}

/** From where an exchange is made again: the latest snapshot, or its very first command. */
export type RecoverFrom = "snapshot" | "beginning";

function corrupt(store: Store, check: string, cause?: unknown): StoreError {
  return new StoreError("store-corrupt", { directory: store.directory, check }, { cause });
}

async function readState(store: Store): Promise<{ readonly last: number; readonly state: ExchangeState } | undefined> {
  const snapshot = await store.readSnapshot();
  if (snapshot === undefined) return undefined;
  try {
    return { last: snapshot.last, state: decodeState(JSON.parse(snapshot.text) as GraphTable) };
  } catch (error) {
    throw corrupt(store, "snapshot", error);
  }
}

/**
 * Makes an exchange again from its snapshot and the commands since.
 *
 * @throws StoreError `store-corrupt` when a command is missing or damaged
 */
export async function recover(store: Store, config: ExchangeConfig, from: RecoverFrom): Promise<Recovered> {
  const begunMs = performance.now();
  const start = from === "snapshot" ? await readState(store) : undefined;
  const exchange = new Exchange(config, start?.state);
  const begin = start?.last ?? 0;
  let last = begin;
  const readMs = performance.now() - begunMs;
  for await (const { first, text } of store.pages(begin + 1)) {
    if (first !== last + 1) throw corrupt(store, `the command ${last + 1} is missing`);
    last += replay(store, exchange, text);
  }
  const tookMs = performance.now() - begunMs;
  return { exchange, last, replayed: last - begin, tookMs, replayMs: tookMs - readMs };
}

function replay(store: Store, exchange: Exchange, text: string): number {
  try {
    const commands = readPage(text);
    for (const { command, at } of commands) exchange.apply(command, at);
    return commands.length;
  } catch (error) {
    throw corrupt(store, "page", error);
  }
}
