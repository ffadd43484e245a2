import type { Exchange, ExchangeConfig } from "@depthwire/exchange/internal";
import type { OlderState } from "../store/older-state.js";
import { StoreError } from "../store/store-error.js";
import type { VenueTerms } from "../terms/terms-options.js";
import { Journal, type JournalOptions } from "./journal.js";
import { JournalStore } from "./journal-store.js";
import { recover, type StartRecovery } from "./recover.js";

/** An exchange whose commands are kept. */
export interface KeptExchange {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly recovery: StartRecovery;
}

/** How an exchange is kept. */
export interface OpenOptions extends Omit<JournalOptions, "goBack" | "config"> {
  readonly olderState: OlderState;
  /** Number of a command that the directory must have come to. */
  readonly atLeast: number;
  /** What the venue asks of its users: a part of what the exchange began with. */
  readonly terms: VenueTerms;
}

/**
 * Opens an exchange that is kept in a directory; it begins when there is nothing yet.
 *
 * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
 * `store-corrupt`, `store-failed`
 */
export async function openJournal(
  directory: string,
  config: ExchangeConfig,
  { olderState, atLeast, terms, ...options }: OpenOptions,
): Promise<KeptExchange> {
  const settings = {
    seed: config.seed,
    pairs: config.markets.map(({ pair }) => pair),
    clientIds: config.clientIds ?? "repeatable",
    ids: config.ids ?? "small",
    source: config.source ?? "agents",
    terms,
  };
  const waitFor = options.durability === "machine" ? "disk" : "system";
  const store = await JournalStore.open(directory, { waitFor, olderState, settings });
  try {
    const { exchange, recordsKept, ...recovery } = await recover(store, config, "snapshot");
    const { last, replayMs } = recovery;
    if (last < atLeast) {
      throw new StoreError("store-older", { directory, found: last, acknowledged: atLeast });
    }
    const missing = await store.goOn(last);
    const goBack = async (): Promise<void> => {
      exchange.goBackTo((await recover(store, config, "snapshot")).exchange.state);
    };
    const journal = new Journal(store, exchange, { last, replayMs, recordsKept }, { ...options, config, goBack });
    return { exchange, journal, recovery: { ...recovery, missing } };
  } catch (error) {
    await store.close();
    throw error;
  }
}
