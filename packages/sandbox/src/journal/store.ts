import { Database, type KeyRange, storeErrorOf, type WaitFor } from "./database.js";
import { DirectoryMarks } from "./directory-marks.js";
import { measureFiles } from "./inventory.js";
import { readMachineBoot } from "./machine-boot.js";
import { makeDirectory } from "./make-directory.js";
import type { OlderState } from "./older-state.js";
import { openText, sealText } from "./sealed-text.js";
import {
  compareSettings,
  describeStore,
  readDescription,
  type StoreDescription,
  type StoreSettings,
} from "./store-description.js";
import { StoreError } from "./store-error.js";
import { keptFileName } from "./store-files.js";
import { chunkKey, descriptionKey, endOfNumbers, numberOf, pageKey, snapshotKey } from "./store-keys.js";

/** After a kill this many bytes are read whole, which takes a fraction of a second. */
const maxBytesToLookAt = 64 * 1024 * 1024;

/** How a store is opened. */
export interface StoreOptions {
  readonly waitFor: WaitFor;
  readonly olderState: OlderState;
  /** What the exchange is to begin with; absent: what the store says. */
  readonly settings?: StoreSettings;
}

/** Commands that were committed together. */
export interface Page {
  /** Number of its first command; commands count from 1. */
  readonly first: number;
  readonly text: string;
}

/** Length of a snapshot's parts, in UTF-16 units: short enough that a commit never waits long behind one. */
const chunkLength = 256 * 1024;

/** It is to hold the secrets of accounts. What the system says when it cannot be made has nothing to do with damage. */
async function makeForSecrets(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
  } catch (error) {
    throw new StoreError("store-failed", { directory }, { cause: error });
  }
}

/** The commands of one exchange and snapshots of its state, in an embedded database with marks beside it. */
export class Store {
  readonly directory: string;
  readonly #database: Database;
  readonly #marks: DirectoryMarks;
  readonly #options: StoreOptions;

  private constructor(database: Database, marks: DirectoryMarks, options: StoreOptions) {
    this.directory = database.directory;
    this.#database = database;
    this.#marks = marks;
    this.#options = options;
  }

  /**
   * Opens the store in a directory; makes it when there is none.
   *
   * @throws StoreError `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
   * `store-corrupt`, `store-failed`
   */
  static async open(directory: string, options: StoreOptions): Promise<Store> {
    try {
      await makeForSecrets(directory);
      const boot = await readMachineBoot();
      const { olderState } = options;
      const marks = await DirectoryMarks.enter(directory, { olderState, boot, probe: Database.probe });
      return await Store.#openBeside(marks, directory, options);
    } catch (error) {
      throw storeErrorOf(directory, error);
    }
  }

  static async #openBeside(marks: DirectoryMarks, directory: string, options: StoreOptions): Promise<Store> {
    let database: Database | undefined;
    try {
      database = await Database.open(directory);
      const store = new Store(database, marks, options);
      await store.#introduce(options.settings);
      await store.#look();
      return store;
    } catch (error) {
      await database?.close();
      await marks.close();
      throw error;
    }
  }

  /** What a start does when it finds less than was acknowledged. */
  get olderState(): OlderState {
    return this.#options.olderState;
  }

  /** Holds what was read against what was acknowledged. @throws StoreError `store-older` */
  hold(last: number): void {
    this.#marks.check(last);
  }

  /**
   * Holds what was read against what was acknowledged, and goes on from there: what is behind it is forgotten.
   *
   * @param last number of the last command that was read
   * @returns how many acknowledged commands went with a lost machine, or were given up
   * @throws StoreError `store-older` when any went otherwise; nothing is changed then
   */
  async goOn(last: number): Promise<number> {
    const missing = this.#marks.check(last);
    await this.#database.clear({ gte: pageKey(last + 1), lt: pageKey(endOfNumbers) });
    // One write that waits for the disk puts everything before on it, too.
    await this.#put(descriptionKey, JSON.stringify(await this.settings()), "disk");
    await this.#marks.begin(last);
    return missing;
  }

  /** Keeps commands, all of them or none. @param last number of the last of them */
  async writePage({ first, text }: Page, last: number): Promise<void> {
    const { waitFor } = this.#options;
    await this.#put(pageKey(first), text, waitFor);
    this.#marks.note(last, waitFor);
  }

  /** Commands that could not be kept are going to be refused: they never come back. */
  refuseRest(): void {
    this.#marks.refuseRest();
  }

  /** Reads commands in order, from the command `from` on. */
  async *pages(from: number): AsyncGenerator<Page> {
    const end = (this.#marks.lastCounted ?? endOfNumbers - 1) + 1;
    for await (const [key, sealed] of this.#database.each({ gte: pageKey(from), lt: pageKey(end) })) {
      yield { first: numberOf(key), text: this.#open(sealed, "page") };
    }
  }

  /** Number of the first command that is still here; nothing when there is none. */
  async firstCommand(): Promise<number | undefined> {
    const [key] = await this.#database.keys({ gte: pageKey(0), lt: pageKey(endOfNumbers), limit: 1 });
    return key === undefined ? undefined : numberOf(key);
  }

  /** Keeps a snapshot, part by part; it does not count before its last word is written. */
  async writeSnapshot(last: number, text: string, eachPart: () => void): Promise<void> {
    const { waitFor } = this.#options;
    const parts = Math.ceil(text.length / chunkLength);
    for (let part = 0; part < parts; part++) {
      await this.#put(chunkKey(last, part), text.slice(part * chunkLength, (part + 1) * chunkLength), waitFor);
      eachPart();
    }
    await this.#put(snapshotKey(last), String(parts), waitFor);
  }

  /** The latest whole snapshot. */
  async readSnapshot(): Promise<{ readonly last: number; readonly text: string } | undefined> {
    const range: KeyRange = { gte: snapshotKey(0), lt: snapshotKey(endOfNumbers), reverse: true, limit: 1 };
    const [found] = await this.#database.entries(range);
    if (found === undefined) {
      return undefined;
    }
    const last = numberOf(found[0]);
    const parts = Number(this.#open(found[1], "snapshot"));
    const sealed = await this.#database.entries({ gte: chunkKey(last, 0), lt: chunkKey(last, parts) });
    if (sealed.length !== parts) {
      throw this.#corrupt("snapshot");
    }
    return { last, text: sealed.map(([, part]) => this.#open(part, "snapshot")).join("") };
  }

  /** Forgets every other snapshot than that of the command `last`, and what was left of unfinished ones. */
  async forgetSnapshots(last: number): Promise<void> {
    await this.#database.clear({ gte: snapshotKey(0), lt: snapshotKey(last) });
    await this.#database.clear({ gte: chunkKey(0, 0), lt: chunkKey(last, 0) });
    await this.#database.clear({ gte: chunkKey(last + 1, 0), lt: snapshotKey(0) });
  }

  /** Forgets commands up to the command `last`. */
  async forgetPages(last: number): Promise<void> {
    await this.#database.clear({ gte: pageKey(0), lte: pageKey(last) });
  }

  /** What the store was made with. */
  async settings(): Promise<StoreDescription> {
    const description = await this.#describe();
    if (description === undefined) {
      throw this.#withoutDescription();
    }
    return description;
  }

  /**
   * Closes the store and leaves a mark of how far it came.
   *
   * @param last number of the last command; all up to it are kept
   */
  async leave(last: number): Promise<void> {
    await this.#put(descriptionKey, JSON.stringify(await this.settings()), "disk");
    await this.#database.close();
    try {
      await this.#marks.leave(last);
    } catch (error) {
      throw storeErrorOf(this.directory, error);
    } finally {
      await this.#marks.close();
    }
  }

  /** Closes the store. Where it did not go on, it is left as it was found. */
  async close(): Promise<void> {
    await this.#database.close();
    await this.#marks.close();
  }

  /**
   * Reads every record once, so that damage is found now and not when the database comes to it hours later. Not needed after a clean
   * close, and not done where it would take long.
   */
  async #look(): Promise<void> {
    if (this.#marks.isVerified || this.olderState === "accept") {
      return;
    }
    if ((await measureFiles(this.directory)) > maxBytesToLookAt) {
      return;
    }
    for await (const [, sealed] of this.#database.each({})) {
      this.#open(sealed, "record");
    }
  }

  async #introduce(settings: StoreSettings | undefined): Promise<void> {
    const { directory } = this;
    const known = await this.#describe();
    if (known === undefined) {
      return this.#beginWith(settings);
    }
    if (!this.#marks.areFound && this.olderState === "refuse") {
      throw new StoreError("store-corrupt", { directory, file: keptFileName, check: "missing" });
    }
    if (settings !== undefined) {
      compareSettings(directory, known, settings);
    }
  }

  async #beginWith(settings: StoreSettings | undefined): Promise<void> {
    const first = await this.#database.keys({ limit: 1 });
    if (first.length > 0 || settings === undefined) {
      throw this.#withoutDescription();
    }
    await this.#put(descriptionKey, JSON.stringify(describeStore(settings)), "system");
  }

  async #describe(): Promise<StoreDescription | undefined> {
    const sealed = await this.#database.get(descriptionKey);
    if (sealed === undefined) {
      return undefined;
    }
    const description = readDescription(this.directory, sealed);
    if (description === undefined) {
      throw this.#withoutDescription();
    }
    return description;
  }

  /** With marks beside it, it is a store that lost its description. */
  #withoutDescription(): StoreError {
    const { directory } = this;
    return this.#marks.areFound ? this.#corrupt("description") : new StoreError("store-foreign", { directory });
  }

  #put(key: Uint8Array, text: string, waitFor: WaitFor): Promise<void> {
    return this.#database.put(key, sealText(text), waitFor);
  }

  #open(sealed: string, check: string): string {
    return openText(sealed) ?? this.#raise(check);
  }

  #raise(check: string): never {
    throw this.#corrupt(check);
  }

  #corrupt(check: string): StoreError {
    return new StoreError("store-corrupt", { directory: this.directory, check });
  }
}
