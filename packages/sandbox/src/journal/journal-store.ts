import type { RecordPage } from "@depthwire/exchange/internal";
import { MarkedStore } from "../store/marked-store.js";
import type { OlderState } from "../store/older-state.js";
import { sealText } from "../store/sealed-text.js";
import type { KeyRange, Store, WaitFor } from "../store/store.js";
import { StoreError } from "../store/store-error.js";
import { keptFileName } from "../store/store-files.js";
import type { KeptSnapshot, Page, Snapshot } from "./kept-records.js";
import { type PageRange, partsOf } from "./snapshot-text.js";
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
    await this.#records.clear({ gte: snapshotKey(last + 1), lt: snapshotKey(endOfNumbers) });
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

  /** Reads commands in order, from the command `from` on. @param to number of the last one, at the end of a page; absent: of all */
  async *pages(from: number, to: number = this.#lastCounted): AsyncGenerator<Page> {
    const end = to + 1;
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
  async writeSnapshot({ last, writings }: Snapshot, eachPart: () => void): Promise<void> {
    let parts = 0;
    for await (const one of writings) {
      if (typeof one === "string") {
        await this.#put(chunkKey(last, parts), one, this.#waitFor);
        parts += 1;
      } else {
        await this.#put(recordsKey(one.log, one.number), Buffer.from(one.bytes).toString("base64"), this.#waitFor);
      }
      eachPart();
    }
    await this.#put(snapshotKey(last), String(parts), this.#waitFor);
  }

  /**
   * Keeps that the exchange has gone back, with where it is now: all of it or nothing.
   *
   * @param last the number that the return has among the commands
   * @param text the whole state, full pages of finished records included: those that are kept belong to another past
   * @param page the text of its page
   */
  async writeReturn(last: number, text: string, page: string): Promise<void> {
    let parts = 0;
    for (const part of partsOf(text)) {
      await this.#put(chunkKey(last, parts), part, this.#waitFor);
      parts += 1;
    }
    const changes = [
      { key: snapshotKey(last), value: sealText(String(parts)) },
      { key: pageKey(last), value: sealText(page) },
    ];
    await this.#records.write(changes, this.#waitFor);
    this.#store.marks.note(last, this.#waitFor);
  }

  /** The latest whole snapshot. */
  async latestSnapshot(): Promise<KeptSnapshot | undefined> {
    const end = snapshotKey(this.#lastCounted + 1);
    const range: KeyRange = { gte: snapshotKey(0), lt: end, reverse: true, limit: 1 };
    const [found] = await this.#records.entries(range);
    if (found === undefined) {
      return undefined;
    }
    const last = numberOf(found[0]);
    return { last, parts: this.#parts(last, Number(this.#open(found[1], "snapshot"))) };
  }

  async *#parts(last: number, count: number): AsyncGenerator<string> {
    let found = 0;
    for await (const [, sealed] of this.#records.each({ gte: chunkKey(last, 0), lt: chunkKey(last, count) })) {
      yield this.#open(sealed, "snapshot");
      found += 1;
    }
    if (found !== count) {
      throw this.#corrupt("snapshot");
    }
  }

  /** The latest whole snapshot, read at once. */
  async readSnapshot(): Promise<{ readonly last: number; readonly text: string } | undefined> {
    const snapshot = await this.latestSnapshot();
    if (snapshot === undefined) {
      return undefined;
    }
    const parts: string[] = [];
    for await (const part of snapshot.parts) {
      parts.push(part);
    }
    return { last: snapshot.last, text: parts.join("") };
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
  async forgetRecords(ranges: readonly PageRange[]): Promise<void> {
    for (const [log, { from }] of ranges.entries()) {
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

  /** The last command that counts: what was refused does not. */
  get #lastCounted(): number {
    return this.#store.marks.lastCounted ?? endOfNumbers - 1;
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
