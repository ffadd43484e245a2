import type { Exchange } from "../exchange/exchange.js";
import type { ExchangeConfig } from "../exchange/exchange-state.js";
import { Journal, type JournalOptions } from "./journal.js";
import { type Recovery, recover } from "./recover.js";
import { Store } from "./store.js";

/** An exchange whose commands are kept. */
export interface KeptExchange {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly recovery: Recovery;
}

/**
 * Opens an exchange that is kept in a directory; it begins when there is nothing yet.
 *
 * @throws StoreError `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-corrupt`, `store-failed`
 */
export async function openJournal(
  directory: string,
  config: ExchangeConfig,
  options: JournalOptions,
): Promise<KeptExchange> {
  const settings = {
    seed: config.seed,
    pairs: config.markets.map(({ pair }) => pair),
    clientIds: config.clientIds ?? "repeatable",
    ids: config.ids ?? "small",
    source: config.source ?? "agents",
  };
  const store = await Store.open(directory, options.durability === "machine" ? "disk" : "system", settings);
  try {
    const { exchange, ...recovery } = await recover(store, config, "snapshot");
    const { last, replayMs } = recovery;
    return { exchange, journal: new Journal(store, exchange.state, last, replayMs, options), recovery };
  } catch (error) {
    await store.close();
    throw error;
  }
}
