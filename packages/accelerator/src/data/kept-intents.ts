import { IntentList, type IntentRecord } from "@depthwire/node/internal";
import type { IntentStore, Remembered } from "@depthwire/rest";
import type { Change } from "@depthwire/sandbox/internal";
import type { DataStore } from "./data-store.js";
import { recordKinds } from "./record-keys.js";
import { StoredList } from "./stored-list.js";

/** How many orders are remembered of which nothing can come, or of whose end nobody told. */
const limits = { keptFinished: 10_000, keptAnswered: 100_000 } as const;

const rewriteAfter = 20_000;

/** What is written together with an order's intent, by the caller's id. */
export type WithIntent = (clientOrderId: string) => readonly Change[];

/** An intent store whose intents are on the disk before the first byte of their calls. */
export interface KeptIntents extends Required<IntentStore> {
  load(): Promise<Remembered>;
}

/** Opens the intents of a store. @throws StoreError `store-corrupt`, `store-failed` */
export async function openIntents(store: DataStore, withIntent: WithIntent): Promise<KeptIntents> {
  const list = new IntentList(limits);
  const options = { kind: recordKinds.intents, summary: () => list.summary(), rewriteAfter };
  const records = await StoredList.open(store, options, (record) => list.apply(record as IntentRecord));
  const tell = (record: IntentRecord | undefined): void => {
    if (record !== undefined) {
      list.apply(record);
      // Without the disk's word: an end that is lost is found out again.
      void store.write([records.add(record)], "system");
    }
  };
  return {
    begin: async (intent) => {
      const n = list.nextNumber;
      const record = { n, intent };
      list.apply(record);
      const { clientOrderId } = intent;
      const beside = clientOrderId === undefined ? [] : withIntent(clientOrderId);
      try {
        await store.write([records.add(record), ...beside], "disk");
      } catch (error) {
        list.apply({ n, end: "not-sent" });
        throw error;
      }
    },
    end: async (intent, end) => tell(list.endOf(intent, end)),
    finished: async (intent) => tell(list.endOf(intent, "finished")),
    load: async () => list.remembered(),
    keepHalt: async (halt) => {
      const record = { halt: halt ?? null };
      list.apply(record);
      await store.write([records.add(record)], "disk");
    },
  };
}
