import { randomUUID } from "node:crypto";
import { link, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StoreError } from "@depthwire/core";
import { lifeOf, nameOf, ownMark, type ProcessMark } from "./process-mark.js";

/** What a lock file says: who holds it, or that nobody holds it any longer. */
interface LockWord {
  readonly holder: ProcessMark | "nobody";
}

const ownerOnly = 0o600;

/**
 * Keeps a file to one holder. Locks are numbered, so that only one of several processes that find the lock of an ended process takes the
 * next number. The lock of a killed process is taken over at once.
 */
export class FileLock {
  readonly #path: string;
  readonly #number: number;

  private constructor(path: string, number: number) {
    this.#path = path;
    this.#number = number;
  }

  /**
   * Locks a file.
   *
   * @throws StoreError `file-locked` when another process holds it, or this one does already
   */
  static async take(path: string): Promise<FileLock> {
    for (;;) {
      const present = Math.max(0, ...(await lockNumbers(path)));
      const holder = await holderOf(path, present);
      if (holder !== "nobody" && lifeOf(holder) !== "ended") {
        const details = { file: path, holder: nameOf(holder), lock: lockPath(path, present) };
        throw new StoreError("file-locked", details);
      }
      const number = present + 1;
      if (await makeLock(path, number)) {
        const numbers = await lockNumbers(path);
        if (numbers.every((other) => other <= number)) {
          await Promise.all(numbers.filter((other) => other < number).map((other) => removeLock(path, other)));
          return new FileLock(path, number);
        }
        // The number was free because somebody went on to the next one.
        await removeLock(path, number);
      }
    }
  }

  /** Lets the next one have it. The file stays: a number that comes again could be taken twice. */
  async release(): Promise<void> {
    const word: LockWord = { holder: "nobody" };
    const path = lockPath(this.#path, this.#number);
    try {
      const unfinished = await writeWord(this.#path, word);
      await rename(unfinished, path);
    } catch {
      await overwrite(path, word);
    }
  }
}

function lockPath(path: string, number: number): string {
  return `${path}.lock-${number}`;
}

async function lockNumbers(path: string): Promise<readonly number[]> {
  const prefix = `${basename(path)}.lock-`;
  const names = await readdir(dirname(path));
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((number) => Number.isSafeInteger(number) && number > 0);
}

async function holderOf(path: string, number: number): Promise<ProcessMark | "nobody"> {
  try {
    return number === 0 ? "nobody" : (JSON.parse(await readFile(lockPath(path, number), "utf8")) as LockWord).holder;
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return "nobody";
    }
    throw error;
  }
}

/** Whether the lock was made: it appears with its words, or not at all. */
async function makeLock(path: string, number: number): Promise<boolean> {
  const unfinished = await writeWord(path, { holder: ownMark() });
  try {
    await link(unfinished, lockPath(path, number));
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeWord(path: string, word: LockWord): Promise<string> {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(unfinished, JSON.stringify(word), { mode: ownerOnly });
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return unfinished;
}

/** A full disk has no room for another file, but the lock's own bytes are there: a shorter word takes their place, filled up with spaces. */
async function overwrite(path: string, word: LockWord): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await file.write(JSON.stringify(word).padEnd(size), 0);
  } finally {
    await file.close();
  }
}

async function removeLock(path: string, number: number): Promise<void> {
  await rm(lockPath(path, number), { force: true });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
