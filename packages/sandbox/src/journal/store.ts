import { mkdir, readdir } from "node:fs/promises";
import { ClassicLevel } from "classic-level";
import type { MarketSource } from "../exchange/exchange-state.js";
import type { IdSize } from "../exchange/view/wire-ids.js";
import { openText, sealText } from "./sealed-text.js";
import { StoreError } from "./store-error.js";
import { chunkKey, descriptionKey, endOfNumbers, numberOf, pageKey, snapshotKey } from "./store-keys.js";

/** Version of everything that stands in a store. */
const formatVersion = 2;

/** What a store says of itself. */
export interface StoreDescription {
  readonly program: "depthwire-sandbox";
  readonly version: number;
  readonly seed: number;
  readonly pairs: readonly string[];
  readonly clientIds: "repeatable" | "unique";
  readonly ids: IdSize;
  readonly source: MarketSource;
}

/** What decides the exchange whose commands are kept. */
export type StoreSettings = Pick<StoreDescription, "seed" | "pairs" | "clientIds" | "ids" | "source">;

/** Commands that were committed together. */
export interface Page {
  /** Number of its first command; commands count from 1. */
  readonly first: number;
  readonly text: string;
}

type Database = ClassicLevel<Uint8Array, string>;

/** Length of a snapshot's parts, in UTF-16 units: short enough that a commit never waits long behind one. */
const chunkLength = 256 * 1024;

/** Names of the files of the embedded database. Anything else in the directory is somebody else's. */
const ownFile = /^(CURRENT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(ldb|log|sst|dbtmp))$/;

const codesOfDatabase: Readonly<Record<string, "store-locked" | "store-corrupt">> = {
  LEVEL_LOCKED: "store-locked",
  LEVEL_CORRUPTION: "store-corrupt",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function storeError(directory: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error;
  switch (codesOfDatabase[codeOf(inner)] ?? codesOfDatabase[codeOf(error)]) {
    case "store-locked":
      return new StoreError("store-locked", { directory }, { cause: error });
    case "store-corrupt":
      return new StoreError("store-corrupt", { directory, check: "database" }, { cause: error });
    default:
      return new StoreError("store-failed", { directory }, { cause: error });
  }
}

/** Whether writing waits for the disk: a lost machine loses nothing then. Otherwise only a killed process loses nothing. */
export type WaitFor = "system" | "disk";

/** The commands of one exchange and snapshots of its state, in an embedded database. */
export class Store {
  readonly directory: string;
  readonly #database: Database;
  readonly #writing: { readonly sync: boolean };

  private constructor(directory: string, database: Database, waitFor: WaitFor) {
    this.directory = directory;
    this.#database = database;
    this.#writing = { sync: waitFor === "disk" };
  }

  /**
   * Opens the store in a directory; makes it when there is none.
   *
   * @param settings what the exchange is to begin with; absent: what the store says
   * @throws StoreError `store-locked`, `store-foreign`, `store-version`, `store-settings`, `store-corrupt`, `store-failed`
   */
  static async open(directory: string, waitFor: WaitFor, settings?: StoreSettings): Promise<Store> {
    const database: Database = new ClassicLevel(directory, { keyEncoding: "view", valueEncoding: "utf8" });
    try {
      await mkdir(directory, { recursive: true });
      const names = await readdir(directory);
      if (!names.every((name) => ownFile.test(name))) throw new StoreError("store-foreign", { directory });
      await database.open();
      const store = new Store(directory, database, waitFor);
      await store.#introduce(settings);
      return store;
    } catch (error) {
      await database.close();
      throw storeError(directory, error);
    }
  }

  /** Keeps commands, all of them or none. */
  async writePage({ first, text }: Page): Promise<void> {
    await this.#put(pageKey(first), text);
  }

  /** Reads commands in order, from the command `from` on. */
  async *pages(from: number): AsyncGenerator<Page> {
    for await (const [key, sealed] of this.#database.iterator({ gte: pageKey(from), lt: pageKey(endOfNumbers) })) {
      yield { first: numberOf(key), text: this.#open(sealed, "page") };
    }
  }

  /** Number of the first command that is still here; nothing when there is none. */
  async firstCommand(): Promise<number | undefined> {
    const range = { gte: pageKey(0), lt: pageKey(endOfNumbers), limit: 1 };
    const [key] = await this.#database.keys(range).all();
    return key === undefined ? undefined : numberOf(key);
  }

  /** Keeps a snapshot, part by part; it does not count before its last word is written. */
  async writeSnapshot(last: number, text: string, eachPart: () => void): Promise<void> {
    const parts = Math.ceil(text.length / chunkLength);
    for (let part = 0; part < parts; part++) {
      await this.#put(chunkKey(last, part), text.slice(part * chunkLength, (part + 1) * chunkLength));
      eachPart();
    }
    await this.#put(snapshotKey(last), String(parts));
  }

  /** The latest whole snapshot. */
  async readSnapshot(): Promise<{ readonly last: number; readonly text: string } | undefined> {
    const range = { gte: snapshotKey(0), lt: snapshotKey(endOfNumbers), reverse: true, limit: 1 };
    const [found] = await this.#database.iterator(range).all();
    if (found === undefined) return undefined;
    const last = numberOf(found[0]);
    const parts = Number(this.#open(found[1], "snapshot"));
    const sealed = await this.#database.values({ gte: chunkKey(last, 0), lt: chunkKey(last, parts) }).all();
    if (sealed.length !== parts) throw this.#corrupt("snapshot");
    return { last, text: sealed.map((part) => this.#open(part, "snapshot")).join("") };
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
  async settings(): Promise<StoreSettings> {
    const description = await this.#describe();
    if (description === undefined) throw new StoreError("store-foreign", { directory: this.directory });
    return description;
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #introduce(settings: StoreSettings | undefined): Promise<void> {
    const known = await this.#describe();
    if (known !== undefined) return this.#compare(known, settings);
    const first = await this.#database.keys({ limit: 1 }).all();
    if (first.length > 0 || settings === undefined)
      throw new StoreError("store-foreign", { directory: this.directory });
    const { seed, pairs, clientIds, ids, source } = settings;
    const description: StoreDescription = {
      program: "depthwire-sandbox",
      version: formatVersion,
      seed,
      pairs,
      clientIds,
      ids,
      source,
    };
    await this.#put(descriptionKey, JSON.stringify(description));
  }

  async #describe(): Promise<StoreDescription | undefined> {
    const sealed = await this.#database.get(descriptionKey);
    if (sealed === undefined) return undefined;
    const text = openText(sealed);
    const description = text === undefined ? undefined : (JSON.parse(text) as Partial<StoreDescription>);
    const { directory } = this;
    if (description?.program !== "depthwire-sandbox") throw new StoreError("store-foreign", { directory });
    const { version = 0 } = description;
    if (version !== formatVersion) throw new StoreError("store-version", { directory, version });
    return description as StoreDescription;
  }

  #compare(known: StoreDescription, settings: StoreSettings | undefined): void {
    if (settings === undefined) return;
    const { directory } = this;
    for (const option of ["seed", "pairs", "clientIds", "ids", "source"] as const) {
      if (String(known[option]) !== String(settings[option]))
        throw new StoreError("store-settings", { directory, option });
    }
  }

  async #put(key: Uint8Array, text: string): Promise<void> {
    try {
      await this.#database.put(key, sealText(text), this.#writing);
    } catch (error) {
      throw storeError(this.directory, error);
    }
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
