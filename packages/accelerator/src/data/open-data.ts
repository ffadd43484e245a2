import type { AcceleratorDataOptions } from "./data-options.js";
import type { DataRuntime } from "./data-runtime.js";
import { DataStore } from "./data-store.js";
import { KeptAnswers } from "./kept-answers.js";
import { KeptEvents } from "./kept-events.js";
import { type KeptFacts, openFacts } from "./kept-facts.js";
import { type KeptIntents, openIntents } from "./kept-intents.js";
import { KeptPairs } from "./kept-pairs.js";

/** What an accelerator keeps beyond its end. */
export interface AcceleratorData {
  readonly store: DataStore;
  readonly intents: KeptIntents;
  readonly answers: KeptAnswers;
  readonly events: KeptEvents;
  readonly facts: KeptFacts;
  readonly pairs: KeptPairs;
  /** Writes what was told and lets another process have the directory. */
  close(): Promise<void>;
}

/** What data are opened with. */
export interface OpenDataOptions extends Required<AcceleratorDataOptions> {
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Makes a name that no other run of numbers has. */
  readonly newRun: () => string;
  /** How many of the newest events and trades are in memory. */
  readonly inMemory: { readonly events: number; readonly fills: number };
  /** Where they are; a directory of this computer by default. */
  readonly runtime?: DataRuntime | undefined;
}

/**
 * Opens the data in a directory; makes them when there are none.
 *
 * @throws ValidationError `option-invalid` for a directory that others may look into; StoreError `store-absent`, `store-locked`, `store-foreign`,
 * `store-version`, `store-settings`, `store-changed`, `store-older`, `store-corrupt`, `store-failed`
 */
export async function openData(options: OpenDataOptions): Promise<AcceleratorData> {
  const { directory, venue, account, olderState, nowMs, newRun, inMemory, runtime } = options;
  const store = await DataStore.open(directory, { owner: { venue, account }, olderState, newRun, nowMs, runtime });
  try {
    const answers = await KeptAnswers.open(store, nowMs);
    const [intents, events, facts, pairs] = await Promise.all([
      openIntents(store, (clientOrderId) => answers.withIntent(clientOrderId)),
      KeptEvents.open(store, nowMs, inMemory),
      openFacts(store, nowMs),
      KeptPairs.open(store),
    ]);
    const close = async (): Promise<void> => {
      await events.close();
      await store.close();
    };
    return { store, intents, answers, events, facts, pairs, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
