import { checkOptions, type OptionTable, required, someText, wholeFrom } from "@depthwire/core/internal";
import type { IntentStore, Remembered } from "@depthwire/rest";
import { IntentList, type IntentRecord, isIntentRecord } from "./intent-list.js";
import { intentsInLog } from "./intents-in-log.js";
import { RecordLog } from "./record-log.js";

/** How many orders a {@link FileIntentStore} remembers. */
export interface FileIntentStoreOptions {
  /** How many of the newest finished orders are remembered so that their ids are not used again; default 10,000. */
  readonly keptFinished?: number | undefined;
  /** The newest orders that were answered and of whose end nobody told; default 100,000. */
  readonly keptAnswered?: number | undefined;
}

const optionTable: OptionTable<FileIntentStoreOptions> = { keptFinished: wholeFrom(0), keptAnswered: wholeFrom(0) };

/** An intent store in a file of its own, for one account. */
export interface FileIntentStore extends Required<IntentStore> {
  load(): Promise<Remembered>;
  /** Writes what was told and lets another process have the file. Close the account first. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const format = "depthwire-intents-1";
const rewriteAfterLines = 20_000;

/**
 * Opens the file that remembers an account's calls from before their first byte until their end is known, and makes it if it does not
 * exist: `venue.account(credential, { intents: await createFileIntentStore(path) })`. A call is sent when the disk has its intent; calls that wait at
 * the same time share one write. One process at a time, one account a file. Neither key nor secret stands in it.
 *
 * @throws ValidationError `option-invalid`
 * @throws StoreError `file-locked`, `file-foreign`, `file-corrupt`, `file-failed`; the last from each method too
 */
export async function createFileIntentStore(
  path: string,
  options: FileIntentStoreOptions = {},
): Promise<FileIntentStore> {
  checkOptions({ path }, { path: required(someText) });
  checkOptions(options, optionTable);
  const { keptFinished = 10_000, keptAnswered = 100_000 } = options;
  const list = new IntentList({ keptFinished, keptAnswered });
  const log = await RecordLog.open(path, {
    format,
    isRecord: isIntentRecord,
    summary: () => list.summary(),
    rewriteAfterLines,
  });
  for (const record of log.found) {
    list.apply(record as IntentRecord);
  }
  const close = (): Promise<void> => log.close();
  return {
    ...intentsInLog(list, log),
    close,
    [Symbol.asyncDispose]: close,
  };
}
