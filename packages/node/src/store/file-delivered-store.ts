import type { DeliveredStore } from "@depthwire/account";
import { checkOptions, type OptionTable, required, someText, wholeFrom } from "@depthwire/core/internal";
import { createNodeClock } from "../clock.js";
import { deliveredInLog } from "./delivered-in-log.js";
import { DeliveredList, type DeliveredRecord, isDeliveredRecord } from "./delivered-list.js";
import { RecordLog } from "./record-log.js";

/** How much a {@link FileDeliveredStore} remembers. */
export interface FileDeliveredStoreOptions {
  /** The newest orders that are finished and fully delivered; default 2,000. What was placed before those that are forgotten counts as told. */
  readonly keptOrders?: number | undefined;
}

const optionTable: OptionTable<FileDeliveredStoreOptions> = { keptOrders: wholeFrom(0) };

/** A delivered store in a file of its own, for one account. */
export interface FileDeliveredStore extends DeliveredStore {
  /** Writes what was told and lets another process have the file. Let the loop over the account end first. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const format = "depthwire-delivered-1";
const rewriteAfterLines = 20_000;
const keptChanges = 10_000;

/**
 * Opens the file that keeps which events of an account a loop has finished with, and makes it if it does not exist:
 * `venue.account(credential, { delivered: await createFileDeliveredStore(path) })`. The next process gets what this one did not finish with, and what
 * happened in between. One process at a time, one account a file. It contains neither key nor secret.
 *
 * @throws ValidationError `option-invalid`
 * @throws StoreError `file-locked`, `file-foreign`, `file-corrupt`, `file-failed`; the last from the loop too
 */
export async function createFileDeliveredStore(
  path: string,
  options: FileDeliveredStoreOptions = {},
): Promise<FileDeliveredStore> {
  checkOptions({ path }, { path: required(someText) });
  checkOptions(options, optionTable);
  const { keptOrders = 2_000 } = options;
  const list = new DeliveredList({ keptOrders, keptChanges });
  const log = await RecordLog.open(path, {
    format,
    isRecord: isDeliveredRecord,
    summary: () => list.summary(),
    rewriteAfterLines,
  });
  for (const record of log.found) {
    list.apply(record as DeliveredRecord);
  }
  const close = (): Promise<void> => log.close();
  const store = deliveredInLog(list, log, createNodeClock());
  return {
    get history() {
      return store.history;
    },
    begin: store.begin,
    delivered: store.delivered,
    close,
    [Symbol.asyncDispose]: close,
  };
}
