import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A file as it was. */
interface FoundFile {
  readonly inode: number;
  readonly bytes: Uint8Array;
  readonly accessed: Date;
  readonly modified: Date;
}

/** What was there; undefined: nothing. */
interface FoundLog {
  readonly log: FoundFile | undefined;
  readonly old: FoundFile | undefined;
  readonly lock: FoundFile | undefined;
}

/**
 * The database's own log, as it was. Opening rotates it, however the opening ends: whoever only looks at a directory, or refuses it, puts it back, so that
 * nothing in there tells of him. A process that has the directory open goes on writing into the file that it has.
 */
export class DatabaseLog {
  readonly #log: string;
  readonly #old: string;
  readonly #lock: string;
  readonly #found: FoundLog;

  private constructor(directory: string, found: FoundLog) {
    this.#log = join(directory, "LOG");
    this.#old = join(directory, "LOG.old");
    this.#lock = join(directory, "LOCK");
    this.#found = found;
  }

  /** Looks at the log of a directory before the database does. */
  static async of(directory: string): Promise<DatabaseLog> {
    const [log, old, lock] = await Promise.all(["LOG", "LOG.old", "LOCK"].map((name) => found(join(directory, name))));
    return new DatabaseLog(directory, { log, old, lock });
  }

  /** Puts it back. Where that cannot be done it stays as the database left it: it holds nothing that is kept. */
  async putBack(): Promise<void> {
    const { log, old, lock } = this.#found;
    try {
      const rotated = log !== undefined && (await found(this.#old))?.inode === log.inode;
      if (rotated) {
        await rename(this.#old, this.#log);
        await (old === undefined ? rm(this.#old, { force: true }) : write(this.#old, old));
      }
      if (log === undefined) {
        await rm(this.#log, { force: true });
      }
      if (lock === undefined) {
        await rm(this.#lock, { force: true });
      }
    } catch {
      // A disk that takes nothing more says so to whoever writes what counts.
    }
  }
}

async function found(path: string): Promise<FoundFile | undefined> {
  try {
    const { ino, atime, mtime } = await stat(path);
    return { inode: ino, bytes: await readFile(path), accessed: atime, modified: mtime };
  } catch {
    return undefined;
  }
}

async function write(path: string, { bytes, accessed, modified }: FoundFile): Promise<void> {
  await writeFile(path, bytes);
  await utimes(path, accessed, modified);
}
