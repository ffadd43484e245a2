import type { DeliveredFact, DeliveredStore } from "@depthwire/account";
import { DeliveredList, type DeliveredRecord, IntentList, type IntentRecord } from "@depthwire/node/internal";
import type { IntentStore, Remembered } from "@depthwire/rest";
import type { Process } from "../kernel/process.js";
import type { OpenFile, RecordFile } from "./record-file.js";

/** What a file says of the calls of earlier lives. */
export function rememberedIn(file: RecordFile<IntentRecord>): Remembered["intents"] {
  return readIntents(file).remembered().intents;
}

function readIntents(file: RecordFile<IntentRecord>): IntentList {
  const list = new IntentList({ keptFinished: 10_000, keptAnswered: 100_000 });
  for (const record of file.lines) {
    list.apply(record);
  }
  return list;
}

/** The intent store of `@depthwire/node` on a simulated disk: its records and what is read out of them are the product's own. */
export function openIntents(file: RecordFile<IntentRecord>, process: Process): Required<IntentStore> {
  const list = readIntents(file);
  const log = file.open(process);
  const write = (record: IntentRecord): void => {
    list.apply(record);
    log.append(record);
  };
  const tell = (record: IntentRecord | undefined): void => {
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

/** The delivered store of `@depthwire/node` on a simulated disk. */
export function openDelivered(file: RecordFile<DeliveredRecord>, process: Process): DeliveredStore {
  const list = new DeliveredList({ keptOrders: 2_000, keptChanges: 10_000 });
  for (const record of file.lines) {
    list.apply(record);
  }
  const log: OpenFile<DeliveredRecord> = file.open(process);
  return {
    get history() {
      return list.history;
    },
    begin: async (beginning) => {
      log.append({ beginning });
      await log.durable();
      list.apply({ beginning });
    },
    delivered: async (fact) => {
      if (!list.wants(fact)) {
        return;
      }
      const record: DeliveredRecord = { fact: withoutPrevious(fact), atMs: process.clock.epochMs() };
      log.append(record);
      if (fact.kind !== "order") {
        await log.durable();
      }
      list.apply(record);
    },
  };
}

function withoutPrevious(fact: DeliveredFact): DeliveredFact {
  return fact.kind === "order" ? { ...fact, previous: undefined } : fact;
}
