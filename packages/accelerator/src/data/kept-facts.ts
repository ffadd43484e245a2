import type { AccountEvent, DeliveredFact, DeliveredStore } from "@depthwire/account";
import { DeliveredList, type DeliveredRecord } from "@depthwire/node/internal";
import type { Change } from "@depthwire/sandbox/internal";
import type { DataStore } from "./data-store.js";
import { recordKinds } from "./record-keys.js";
import { StoredList } from "./stored-list.js";

const limits = { keptOrders: 2_000, keptChanges: 10_000 } as const;

const rewriteAfter = 20_000;

/**
 * Which facts of the account are told. A fact is marked in the same batch that holds its event: never one without the other. So the next process neither
 * loses it nor tells it under a second id.
 */
export interface KeptFacts {
  /** For the account. What it hears of as delivered is marked already. */
  readonly delivered: DeliveredStore;
  /** Resolves when it is kept where the account began: what was finished before that is never told. */
  readonly begun: Promise<void>;
  /** What must be written with this event. */
  marksOf(event: AccountEvent): readonly Change[];
}

/** Opens the facts of a store. @param nowMs epoch milliseconds @throws StoreError `store-corrupt`, `store-failed` */
export async function openFacts(store: DataStore, nowMs: () => number): Promise<KeptFacts> {
  const list = new DeliveredList(limits);
  const options = { kind: recordKinds.delivered, summary: () => list.summary(), rewriteAfter };
  const records = await StoredList.open(store, options, (record) => list.apply(record as DeliveredRecord));
  const add = (record: DeliveredRecord): Change => {
    list.apply(record);
    return records.add(record);
  };
  let hasBegun = (): void => {};
  const begun =
    list.history === undefined
      ? new Promise<void>((resolve) => {
          hasBegun = resolve;
        })
      : Promise.resolve();
  return {
    begun,
    delivered: {
      get history() {
        return list.history;
      },
      begin: async (beginning) => {
        await store.write([add({ beginning })], "disk");
        hasBegun();
      },
      delivered: async () => undefined,
    },
    marksOf: (event) => (isFact(event) ? [add({ fact: withoutPrevious(event), atMs: nowMs() })] : []),
  };
}

function isFact(event: AccountEvent): event is DeliveredFact {
  return event.kind === "fill" || event.kind === "order" || event.kind === "position-change";
}

function withoutPrevious(fact: DeliveredFact): DeliveredFact {
  return fact.kind === "order" ? { ...fact, previous: undefined } : fact;
}
