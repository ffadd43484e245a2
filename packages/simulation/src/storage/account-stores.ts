import type { DeliveredStore } from "@depthwire/account";
import {
  DeliveredList,
  type DeliveredRecord,
  deliveredInLog,
  IntentList,
  type IntentRecord,
  intentsInLog,
} from "@depthwire/node/internal";
import type { IntentStore, Remembered } from "@depthwire/rest";
import type { Process } from "../kernel/process.js";
import type { RecordFile } from "./record-file.js";

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

/** The intent store of `@depthwire/node` on a simulated disk: all of it but the file is the product's own. */
export function openIntents(file: RecordFile<IntentRecord>, process: Process): Required<IntentStore> {
  return intentsInLog(readIntents(file), file.open(process));
}

/** The delivered store of `@depthwire/node` on a simulated disk: all of it but the file is the product's own. */
export function openDelivered(file: RecordFile<DeliveredRecord>, process: Process): DeliveredStore {
  const list = new DeliveredList({ keptOrders: 2_000, keptChanges: 10_000 });
  for (const record of file.lines) {
    list.apply(record);
  }
  return deliveredInLog(list, file.open(process), process.clock);
}
