import type { RecordPage } from "@depthwire/exchange/internal";
import { MarkedStore } from "../store/marked-store.js";
import type { OlderState } from "../store/older-state.js";
import { sealText } from "../store/sealed-text.js";
import type { KeyRange, Store, WaitFor } from "../store/store.js";
import { StoreError } from "../store/store-error.js";
import { keptFileName } from "../store/store-files.js";
import {
  compareSettings,
  describeStore,
  readDescription,
  type StoreDescription,
  type StoreSettings,
} from "./store-description.js";
import { chunkKey, descriptionKey, endOfNumbers, numberOf, pageKey, recordsKey, snapshotKey } from "./store-keys.js";

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

/** What is kept of a state: what lives, and full pages of finished records that are not kept yet. */
export interface Snapshot {
  /** Number of the last command that is in it. */
  readonly last: number;
  readonly text: string;
  readonly logs: readonly SnapshotLog[];
}

/** Finished records of one kind, as a snapshot finds them. */
export interface SnapshotLog {
  /** Number of the first page that still holds something that is remembered. */
  readonly from: number;
  readonly newPages: readonly RecordPage[];
}

/** Length of a snapshot's parts, in UTF-16 units: short enough that a commit never waits long behind one. */
const chunkLength = 256 * 1024;

/** The parts of a snapshot. A character of two units stays in one: the store writes UTF-8, which has no halves. */
function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + chunkLength;
    const isSplit = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const part = text.slice(start, isSplit ? end - 1 : end);
    yield part;
    start += part.length;
  }
}

/** The commands of one exchange and snapshots of its state. */
export class JournalStore {
  readonly directory: string;
  readonly #store: MarkedStore;
  readonly #records: Store;
  readonly #waitFor: WaitFor;

  private constructor(store: MarkedStore, waitFor: WaitFor) {
    this.directory = store.directory;
    this.#store = store;
    this.#records = store.records;
    this.#waitFor = waitFor;
  }

  /**
   * Opens the store in a directory; makes it when there is none.
   *
   * @throws StoreError `store-absent`, `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-changed`, `store-older`,
   * `store-corrupt`, `store-failed`
   */
  static open(directory: string, { waitFor, olderState, settings }: StoreOptions): Promise<JournalStore> {
    return MarkedStore.open(directory, olderState, async (marked) => {
      const store = new JournalStore(marked, waitFor);
      await store.#introduce(settings);
      await marked.look();
      return store;
    });
  }

  /** What a start does when it finds less than was acknowledged. */
  get olderState(): OlderState {
    return this.#store.olderState;
  }

  /** Holds what was read against what was acknowledged. @throws StoreError `store-older` */
  hold(last: number): void {
    this.#store.marks.check(last);
  }

  /**
   * Holds what was read against what was acknowledged, and goes on from there: what is behind it is forgotten.
   *
   * @param last number of the last command that was read
   * @returns how many acknowledged commands went with a lost machine, or were given up
   * @throws StoreError `store-older` when any went otherwise; nothing is changed then
   */
  async goOn(last: number): Promise<number> {
    const missing = this.#store.marks.check(last);
    await this.#records.clear({ gte: pageKey(last + 1), lt: pageKey(endOfNumbers) });
    // One write that waits for the disk puts everything before on it, too.
    await this.#put(descriptionKey, JSON.stringify(await this.settings()), "disk");
    await this.#store.marks.begin(last);
    return missing;
  }

  /** Keeps commands, all of them or none. @param last number of the last of them */
  async writePage({ first, text }: Page, last: number): Promise<void> {
    await this.#put(pageKey(first), text, this.#waitFor);
    this.#store.marks.note(last, this.#waitFor);
  }

  /** Commands that could not be kept are going to be refused: they never come back. */
  refuseRest(): void {
    this.#store.marks.refuseRest();
  }

  /** Reads commands in order, from the command `from` on. */
  async *pages(from: number): AsyncGenerator<Page> {
    const end = (this.#store.marks.lastCounted ?? endOfNumbers - 1) + 1;
    for await (const [key, sealed] of this.#records.each({ gte: pageKey(from), lt: pageKey(end) })) {
      yield { first: numberOf(key), text: this.#open(sealed, "page") };
    }
  }

  /** Number of the first command that is still here; nothing when there is none. */
  async firstCommand(): Promise<number | undefined> {
    const [key] = await this.#records.keys({ gte: pageKey(0), lt: pageKey(endOfNumbers), limit: 1 });
    return key === undefined ? undefined : numberOf(key);
  }

  /**
   * Keeps a snapshot, part by part; it does not count before its last word is written. Pages of records come first: one that no
   * snapshot counts on is written again as it was, or with what took its place.
   */
  async writeSnapshot({ last, text, logs }: Snapshot, eachPart: () => void): Promise<void> {
    const waitFor = this.#waitFor;
    for (const [log, { newPages }] of logs.entries()) {
      for (const { number, bytes } of newPages) {
        await this.#put(recordsKey(log, number), Buffer.from(bytes).toString("base64"), waitFor);
        eachPart();
      }
    }
    let parts = 0;
    for (const part of partsOf(text)) {
      await this.#put(chunkKey(last, parts), part, waitFor);
      parts += 1;
      eachPart();
    }
    await this.#put(snapshotKey(last), String(parts), waitFor);
  }

  /** The latest whole snapshot. */
  async readSnapshot(): Promise<{ readonly last: number; readonly text: string } | undefined> {
    const range: KeyRange = { gte: snapshotKey(0), lt: snapshotKey(endOfNumbers), reverse: true, limit: 1 };
    const [found] = await this.#records.entries(range);
    if (found === undefined) {
      return undefined;
    }
    const last = numberOf(found[0]);
    const parts = Number(this.#open(found[1], "snapshot"));
    const sealed = await this.#records.entries({ gte: chunkKey(last, 0), lt: chunkKey(last, parts) });
    if (sealed.length !== parts) {
      throw this.#corrupt("snapshot");
    }
    return { last, text: sealed.map(([, part]) => this.#open(part, "snapshot")).join("") };
  }

  /** Full pages of finished records of one kind. @throws StoreError `store-corrupt` when one is missing or damaged */
  async readRecords(log: number, from: number, to: number): Promise<readonly RecordPage[]> {
    const found = await this.#records.entries({ gte: recordsKey(log, from), lt: recordsKey(log, to) });
    if (found.length !== to - from) {
      throw this.#corrupt("records");
    }
    return found.map(([, sealed], i) => {
      const bytes = new Uint8Array(Buffer.from(this.#open(sealed, "records"), "base64"));
      return { number: from + i, bytes };
    });
  }

  /** Forgets pages of records that nobody remembers. */
  async forgetRecords(logs: readonly SnapshotLog[]): Promise<void> {
    for (const [log, { from }] of logs.entries()) {
      if (from > 0) {
        await this.#records.clear({ gte: recordsKey(log, 0), lt: recordsKey(log, from) });
      }
    }
  }

  /** Forgets every other snapshot than that of the command `last`, and what was left of unfinished ones. */
  async forgetSnapshots(last: number): Promise<void> {
    await this.#records.clear({ gte: snapshotKey(0), lt: snapshotKey(last) });
    await this.#records.clear({ gte: chunkKey(0, 0), lt: chunkKey(last, 0) });
    await this.#records.clear({ gte: chunkKey(last + 1, 0), lt: snapshotKey(0) });
  }

  /** Forgets commands up to the command `last`. */
  async forgetPages(last: number): Promise<void> {
    await this.#records.clear({ gte: pageKey(0), lte: pageKey(last) });
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
    await this.#store.leave(last);
  }

  /** Closes the store. Where it did not go on, it is left as it was found. */
  close(): Promise<void> {
    return this.#store.close();
  }

  async #introduce(settings: StoreSettings | undefined): Promise<void> {
    const { directory } = this;
    const known = await this.#describe();
    if (known === undefined) {
      return this.#beginWith(settings);
    }
    if (!this.#store.marks.areFound && this.olderState === "refuse") {
      throw new StoreError("store-corrupt", { directory, file: keptFileName, check: "missing" });
    }
    if (settings !== undefined) {
      compareSettings(directory, known, settings);
    }
  }

  async #beginWith(settings: StoreSettings | undefined): Promise<void> {
    const first = await this.#records.keys({ limit: 1 });
    if (first.length > 0 || settings === undefined) {
      throw this.#withoutDescription();
    }
    await this.#put(descriptionKey, JSON.stringify(describeStore(settings)), "system");
  }

  async #describe(): Promise<StoreDescription | undefined> {
    const sealed = await this.#records.get(descriptionKey);
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
    return this.#store.marks.areFound ? this.#corrupt("description") : new StoreError("store-foreign", { directory });
  }

  #put(key: Uint8Array, text: string, waitFor: WaitFor): Promise<void> {
    return this.#records.write([{ key, value: sealText(text) }], waitFor);
  }

  #open(sealed: string, check: string): string {
    return this.#store.unseal(sealed, check);
  }

  #corrupt(check: string): StoreError {
    return new StoreError("store-corrupt", { directory: this.directory, check });
  }
}
