import type { IntentStore, Remembered } from "@depthwire/rest";
import type { IntentList, IntentRecord } from "./intent-list.js";
import type { WritableLog } from "./writable-log.js";

/** An intent store over a log. @param list what the log's earlier records say; it follows what is written */
export function intentsInLog(
  list: IntentList,
  log: WritableLog<IntentRecord>,
): Required<IntentStore> & { load(): Promise<Remembered> } {
  const write = (record: IntentRecord): void => {
    list.apply(record);
    log.append(record);
  };
  const tell = (record: IntentRecord | undefined): void => {
    // Without the disk's word: an end that is lost is found out again.
    if (record !== undefined) {
      write(record);
    }
  };
  return {
    begin: async (intent) => {
      const n = list.nextNumber;
      write({ n, intent });
      try {
        await log.durable();
      } catch (error) {
        list.apply({ n, end: "not-sent" });
        throw error;
      }
    },
    end: async (intent, end) => tell(list.endOf(intent, end)),
    finished: async (intent) => tell(list.endOf(intent, "finished")),
    load: async () => list.remembered(),
    keepHalt: async (halt) => {
      write({ halt: halt ?? null });
      await log.durable();
    },
  };
}
