import { DatabaseLog } from "./database-log.js";
import { DirectoryMarks } from "./directory-marks.js";
import { measureFiles } from "./inventory.js";
import { LevelStore, storeErrorOf } from "./level-store.js";
import { readMachineBoot } from "./machine-boot.js";
import { makeDirectory } from "./make-directory.js";
import type { OlderState } from "./older-state.js";
import { openText } from "./sealed-text.js";
import type { Store } from "./store.js";
import { StoreError } from "./store-error.js";

/** After a kill this many bytes are read whole, which takes a fraction of a second. */
const maxBytesToLookAt = 64 * 1024 * 1024;

/** It is to hold the secrets of accounts. What the system says when it cannot be made has nothing to do with damage. */
async function makeForSecrets(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
  } catch (error) {
    throw new StoreError("store-failed", { directory }, { cause: error });
  }
}

/** A store in a directory of its own, with marks beside it: nobody takes an older or damaged state for the whole one. */
export class MarkedStore {
  readonly directory: string;
  readonly records: Store;
  readonly marks: DirectoryMarks;
  /** What a start does when it finds less than was acknowledged. */
  readonly olderState: OlderState;

  private constructor(records: LevelStore, marks: DirectoryMarks, olderState: OlderState) {
    this.directory = records.directory;
    this.records = records;
    this.marks = marks;
    this.olderState = olderState;
  }

  /**
   * Opens the store in a directory; makes it when there is none.
   *
   * @param introduce looks whether it is the right store; it is closed again where this throws
   * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-changed`, `store-older`, `store-corrupt`, `store-failed`
   */
  static async open<Opened>(
    directory: string,
    olderState: OlderState,
    introduce: (store: MarkedStore) => Promise<Opened>,
  ): Promise<Opened> {
    try {
      await makeForSecrets(directory);
      const boot = await readMachineBoot();
      const marks = await DirectoryMarks.enter(directory, { olderState, boot, probe: LevelStore.probe });
      const log = await DatabaseLog.of(directory);
      let records: LevelStore | undefined;
      try {
        records = await LevelStore.open(directory);
        return await introduce(new MarkedStore(records, marks, olderState));
      } catch (error) {
        await records?.close();
        await log.putBack();
        await marks.close();
        throw error;
      }
    } catch (error) {
      throw storeErrorOf(directory, error);
    }
  }

  /**
   * Reads every record once, so that damage is found now and not when somebody comes to it hours later. Not needed after a clean
   * close, and not done where it would take long.
   *
   * @throws StoreError `store-corrupt`
   */
  async look(): Promise<void> {
    if (this.marks.isVerified || this.olderState === "accept") {
      return;
    }
    if ((await measureFiles(this.directory)) > maxBytesToLookAt) {
      return;
    }
    for await (const [, sealed] of this.records.each({})) {
      this.unseal(sealed, "record");
    }
  }

  /** The text of a record. @param check what is read, for the error @throws StoreError `store-corrupt` */
  unseal(sealed: string, check: string): string {
    const text = openText(sealed);
    if (text === undefined) {
      throw new StoreError("store-corrupt", { directory: this.directory, check });
    }
    return text;
  }

  /** Closes it and leaves a mark of how far it came. @param last number of the last batch or command */
  async leave(last: number): Promise<void> {
    await this.records.close();
    try {
      await this.marks.leave(last);
    } catch (error) {
      throw storeErrorOf(this.directory, error);
    } finally {
      await this.marks.close();
    }
  }

  /** Closes it. Where nothing went on, it is left as it was found. */
  async close(): Promise<void> {
    await this.records.close();
    await this.marks.close();
  }
}
