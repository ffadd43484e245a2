import { realpath } from "node:fs/promises";
import type { ClassicLevel } from "classic-level";
import { DatabaseLog } from "./database-log.js";
import type { Change, KeyRange, Store, WaitFor } from "./store.js";
import { StoreError } from "./store-error.js";
import { fileIn } from "./store-files.js";
import { findRepeatedLog } from "./write-ahead-log.js";

type Level = ClassicLevel<Uint8Array, Uint8Array>;

/** Texts go in as bytes: the database would turn each into bytes by itself, and more slowly. */
const encodings = { keyEncoding: "view", valueEncoding: "view" } as const;

/** The system's words for a file that is named somewhere and not there, or that is empty and cannot be mapped. */
const brokenFile = /No such file|NotFound|cannot find the file|Invalid argument/i;

/** How many records are read at once, and about how many bytes. */
const entriesAtOnce = 1_000;
const bytesAtOnce = 1_048_576;

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function withText([key, value]: [Uint8Array, Uint8Array]): [Uint8Array, string] {
  return [key, textOf(value)];
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) {
    return [];
  }
  return ["code" in error ? String(error.code) : "", ...codesOf(error.cause)];
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${wordsOf(error.cause)}` : "";
}

/** The database is a peer: whoever keeps nothing needs none, and gets none that runs a script when it is installed. */
async function loadLevel(directory: string): Promise<typeof ClassicLevel> {
  try {
    const { ClassicLevel: level } = await import("classic-level");
    return level;
  } catch (error) {
    if (codesOf(error).includes("ERR_MODULE_NOT_FOUND")) {
      throw new StoreError("store-absent", { directory }, { cause: error });
    }
    throw error;
  }
}

/** What went wrong with a directory, with a code. */
export function storeErrorOf(directory: string, error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const codes = codesOf(error);
  if (codes.includes("LEVEL_LOCKED")) {
    return new StoreError("store-locked", { directory }, { cause: error });
  }
  const words = wordsOf(error);
  if (codes.includes("LEVEL_CORRUPTION") || brokenFile.test(words)) {
    const file = fileIn(words);
    const details = { directory, check: "database", ...(file === undefined ? {} : { file }) };
    return new StoreError("store-corrupt", details, { cause: error });
  }
  return new StoreError("store-failed", { directory }, { cause: error });
}

/** A store in LevelDB, an embedded database. */
export class LevelStore implements Store {
  readonly directory: string;
  readonly #level: Level;

  private constructor(directory: string, level: Level) {
    this.directory = directory;
    this.#level = level;
  }

  /** Opens the database of a directory; makes it when there is none. @throws StoreError */
  static async open(directory: string): Promise<LevelStore> {
    try {
      const LevelClass = await loadLevel(directory);
      const file = await findRepeatedLog(directory);
      if (file !== undefined) {
        throw new StoreError("store-corrupt", { directory, check: "repeated-log", file });
      }
      // One directory has one name: two names of it would not exclude each other within a process.
      const level: Level = new LevelClass(await realpath(directory), encodings);
      try {
        await level.open();
      } catch (error) {
        await level.close();
        throw error;
      }
      return new LevelStore(directory, level);
    } catch (error) {
      throw storeErrorOf(directory, error);
    }
  }

  /** Looks whether somebody has the database of a directory open, and changes nothing. @throws StoreError `store-absent`, `store-locked` */
  static async probe(directory: string): Promise<void> {
    const LevelClass = await loadLevel(directory);
    const log = await DatabaseLog.of(directory);
    const level: Level = new LevelClass(await realpath(directory), encodings);
    try {
      await level.open({ createIfMissing: false, errorIfExists: true });
    } catch (error) {
      // It always refuses: first because it is in use, else because it exists, or does not.
      if (codesOf(error).includes("LEVEL_LOCKED")) {
        throw storeErrorOf(directory, error);
      }
    } finally {
      await level.close();
      await log.putBack();
    }
  }

  /** @throws StoreError */
  write(changes: readonly Change[], waitFor: WaitFor): Promise<void> {
    const sync = waitFor === "disk";
    const [only] = changes;
    if (changes.length === 1 && only?.value !== undefined) {
      // Commands come as one record a turn: a batch of one takes twice as long to hand over.
      const value = bytesOf(only.value);
      return this.#typed(() => this.#level.put(only.key, value, { sync }));
    }
    const batch = changes.map(({ key, value }) =>
      value === undefined ? ({ type: "del", key } as const) : ({ type: "put", key, value: bytesOf(value) } as const),
    );
    return this.#typed(() => this.#level.batch(batch, { sync }));
  }

  /** @throws StoreError */
  get(key: Uint8Array): Promise<string | undefined> {
    return this.#typed(async () => {
      const value = await this.#level.get(key);
      return value === undefined ? undefined : textOf(value);
    });
  }

  /** @throws StoreError */
  entries(range: KeyRange): Promise<[Uint8Array, string][]> {
    return this.#typed(async () => {
      const found = await this.#level.iterator({ ...range, highWaterMarkBytes: bytesAtOnce }).all();
      return found.map(withText);
    });
  }

  /** @throws StoreError */
  keys(range: KeyRange): Promise<Uint8Array[]> {
    return this.#typed(() => this.#level.keys(range).all());
  }

  /** The same one after the other, for more than should be in memory at once. @throws StoreError */
  async *each(range: KeyRange): AsyncGenerator<[Uint8Array, string]> {
    const iterator = this.#level.iterator({ ...range, highWaterMarkBytes: bytesAtOnce });
    try {
      for (;;) {
        const entries = await this.#typed(() => iterator.nextv(entriesAtOnce));
        if (entries.length === 0) {
          return;
        }
        for (const entry of entries) {
          yield withText(entry);
        }
      }
    } finally {
      await iterator.close();
    }
  }

  /** @throws StoreError */
  clear(range: KeyRange): Promise<void> {
    return this.#typed(() => this.#level.clear(range));
  }

  async close(): Promise<void> {
    await this.#level.close();
  }

  async #typed<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      throw storeErrorOf(this.directory, error);
    }
  }
}
