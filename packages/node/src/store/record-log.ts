import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { StoreError } from "@depthwire/core";
import { writeLine } from "./checked-line.js";
import { FileLock } from "./file-lock.js";
import { type RecordForm, readRecords } from "./read-records.js";
import type { WritableLog } from "./writable-log.js";

/** What a {@link RecordLog} is opened with. */
export interface RecordLogOptions extends RecordForm {
  /** The records that say the same as all records that were written, for a file that has grown long. */
  readonly summary: () => Iterable<object>;
  /** A file of fewer lines is never rewritten. */
  readonly rewriteAfterLines: number;
}

/** Nobody but the owner reads or changes what a program sent. */
const ownerOnly = 0o600;

/** A file is rewritten when it has this many times the lines that it had after the last rewriting. */
const maxGrowth = 4;

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A file of records that only grows, each line with its checksum, kept to one process. All callers that wait for the disk share one write and
 * one sync. A file that has grown long is replaced by a short one with the same meaning.
 */
export class RecordLog implements WritableLog<object> {
  /** What was in the file when it was opened, in order. */
  readonly found: readonly object[];
  readonly #path: string;
  readonly #options: RecordLogOptions;
  readonly #lock: FileLock;
  #file: FileHandle;
  #lines: number;
  #rewriteAt: number;
  /** Length of what is whole. */
  #bytes: number;
  #pending: string[] = [];
  #waiters: Waiter[] = [];
  #running: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #failure: StoreError | undefined;

  private constructor(path: string, options: RecordLogOptions, lock: FileLock, opened: Opened) {
    this.#path = path;
    this.#options = options;
    this.#lock = lock;
    this.#file = opened.file;
    this.#bytes = opened.bytes;
    this.found = opened.records;
    this.#lines = opened.records.length;
    this.#rewriteAt = options.rewriteAfterLines;
  }

  /**
   * Opens a file, and makes it if it does not exist. A line at the end that was being written when its process ended is cut off.
   *
   * @throws StoreError `file-locked`, `file-foreign`, `file-corrupt`, `file-failed`
   */
  static async open(path: string, options: RecordLogOptions): Promise<RecordLog> {
    const lock = await orFailed(path, () => FileLock.take(path));
    try {
      return new RecordLog(path, options, lock, await orFailed(path, () => openFile(path, options)));
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Adds a record. It is written soon, and survives the end of the process then; {@link RecordLog.durable} waits for it. */
  append(record: object): void {
    if (this.#failure === undefined) {
      this.#pending.push(writeLine(record));
      this.#lines++;
      this.#start();
    }
  }

  /**
   * Resolves when all that was added is on the disk.
   *
   * @throws StoreError `file-failed`: what was added since the last success is not kept
   */
  durable(): Promise<void> {
    if (this.#failure !== undefined) {
      return Promise.reject(this.#failure);
    }
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#start();
    });
  }

  /**
   * Writes what was added, and lets another process have the file.
   *
   * @throws StoreError `file-failed` where the lock cannot be given back: the next process takes it over once this one has ended
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    while (this.#running !== undefined) {
      await this.#running;
    }
    this.#fail(new Error("The file was closed"));
    await orFailed(this.#path, async () => {
      try {
        await this.#file.close();
      } finally {
        await this.#lock.release();
      }
    });
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // What comes in the same step goes with the first.
    await Promise.resolve();
    while (this.#failure === undefined && (this.#pending.length > 0 || this.#waiters.length > 0)) {
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        await this.#write(waiters.length > 0);
        for (const { resolve } of waiters) {
          resolve();
        }
      } catch (cause) {
        const error = new StoreError("file-failed", { file: this.#path }, { cause });
        for (const { reject } of waiters) {
          reject(error);
        }
      }
      await this.#shorten();
    }
    for (const { reject } of this.#waiters.splice(0)) {
      reject(this.#failure);
    }
    // In the step in which nothing more was found: what comes later starts it again.
    this.#running = undefined;
  }

  async #write(mustBeDurable: boolean): Promise<void> {
    const bytes = Buffer.from(this.#pending.join(""));
    this.#pending = [];
    try {
      await writeAll(this.#file, bytes, this.#bytes);
    } catch (error) {
      await this.#cutBack(error);
      throw error;
    }
    this.#bytes += bytes.length;
    if (mustBeDurable) {
      try {
        await this.#file.datasync();
      } catch (error) {
        // What the disk has now nobody knows: no later success could be believed.
        this.#fail(error);
        throw error;
      }
    }
  }

  /** A full disk took a part of it: the next record must not follow half a line. */
  async #cutBack(cause: unknown): Promise<void> {
    try {
      await this.#file.truncate(this.#bytes);
    } catch {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    this.#failure = new StoreError("file-failed", { file: this.#path }, { cause });
  }

  /** Replaces a file that has grown long. Where that fails, the long one goes on. */
  async #shorten(): Promise<void> {
    if (this.#failure !== undefined || this.#lines < this.#rewriteAt || this.#pending.length > 0) {
      return;
    }
    // In the same step as the look at what is pending: the summary says neither less nor more than the file.
    const records = [...this.#options.summary()];
    const written = await writeUnfinished(this.#path, this.#options.format, records).catch(() => undefined);
    if (written !== undefined) {
      await this.#file.close().catch(() => undefined);
      this.#file = written.file;
      this.#bytes = written.bytes;
      this.#lines = records.length + this.#pending.length;
      // From here on either file may be the one that is found after a power cut.
      await putInPlace(this.#path).catch((error: unknown) => this.#fail(error));
    }
    this.#rewriteAt = Math.max(this.#options.rewriteAfterLines, this.#lines * maxGrowth);
  }
}

interface Opened {
  readonly file: FileHandle;
  readonly bytes: number;
  readonly records: readonly object[];
}

async function openFile(path: string, form: RecordForm): Promise<Opened> {
  const content = await readIfThere(path);
  if (content.length === 0) {
    const written = await writeUnfinished(path, form.format, []);
    await putInPlace(path);
    return { ...written, records: [] };
  }
  const { records, bytes } = readRecords(content, path, form);
  const file = await open(path, "r+");
  try {
    await file.chmod(ownerOnly);
    if (bytes < content.length) {
      await file.truncate(bytes);
      await file.datasync();
    }
    return { file, bytes, records };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return Buffer.alloc(0);
    }
    throw error;
  }
}

/** Makes the whole file under another name, so that it is there complete or as it was. */
async function writeUnfinished(
  path: string,
  format: string,
  records: readonly object[],
): Promise<Omit<Opened, "records">> {
  const file = await open(unfinishedName(path), "w", ownerOnly);
  try {
    const content = Buffer.from([{ format }, ...records].map(writeLine).join(""));
    await writeAll(file, content, 0);
    await file.sync();
    return { file, bytes: content.length };
  } catch (error) {
    await file.close();
    await rm(unfinishedName(path), { force: true });
    throw error;
  }
}

/** A name is on the disk when its directory is. */
async function putInPlace(path: string): Promise<void> {
  await rename(unfinishedName(path), path);
  if (process.platform === "win32") {
    return;
  }
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function unfinishedName(path: string): string {
  return `${path}.unfinished`;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

async function orFailed<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof StoreError ? cause : new StoreError("file-failed", { file: path }, { cause });
  }
}
