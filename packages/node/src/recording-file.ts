import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { open, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { RecordingError } from "@depthwire/recording";
import { makeDirectory } from "./make-directory.js";

/**
 * When bytes are sure to survive a power cut. Those that were appended survive the death of the program in any case.
 *
 * - `system`: when the operating system thinks fit, usually within half a minute.
 * - `closed-files`: once a file is closed. A power cut may cost what was not closed.
 * - `each-append`: once an append returns. Every append waits for the disk.
 */
export type SyncPolicy = "system" | "closed-files" | "each-append";

/** How files of a directory are written. */
export interface DirectoryStoreOptions {
  /** Default `closed-files`. */
  readonly sync?: SyncPolicy | undefined;
  /** What becomes of a directory that is not there: `refuse` (the default, for readers), or `make`. */
  readonly missing?: "refuse" | "make" | undefined;
}

/** One file of a directory. */
export interface DirectoryFile {
  readonly name: string;
  readonly bytes: number;
}

/** A file that grows. */
export interface AppendedFile {
  append(bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** Files of one directory: the `RecordingStore` port. It knows nothing of what is in them. */
export interface DirectoryStore {
  create(name: string): AppendedFile;
  list(): Promise<readonly DirectoryFile[]>;
  describe(): Promise<{ readonly directory: string; readonly found: string }>;
  read(name: string, start: number, end: number): Promise<Uint8Array>;
  truncate(name: string, bytes: number): Promise<void>;
  replace(name: string, content: Uint8Array): Promise<void>;
  /** CRC-32, by Node's zlib. */
  crc32(bytes: Uint8Array): number;
}

/** Nobody but the owner reads or changes what is recorded: it holds the account's messages. */
const ownerOnlyFile = 0o600;

/** Ends the name of a file that is not whole yet. */
const unfinished = ".unfinished";

/**
 * Opens a directory. Names of files are plain: a path in one is refused.
 *
 * @throws RecordingError `recording-absent` if it does not exist and is not to be made; Error of `node:fs`, here and in each method
 */
export async function openDirectoryStore(
  directory: string,
  { sync = "closed-files", missing = "refuse" }: DirectoryStoreOptions = {},
): Promise<DirectoryStore> {
  if (missing === "make") {
    await makeDirectory(directory);
  } else {
    await requireDirectory(directory);
  }
  const pathOf = (name: string): string => join(directory, plainName(name));
  return {
    create: (name) => createFile(pathOf(name), directory, sync),
    list: () => listFiles(directory),
    describe: () => describeDirectory(directory),
    read: (name, start, end) => readRange(pathOf(name), start, end),
    async truncate(name, bytes) {
      await truncate(pathOf(name), bytes);
      await syncFile(pathOf(name), sync);
    },
    replace: (name, content) => replaceFile(pathOf(name), directory, content, sync),
    crc32: (bytes) => crc32(bytes),
  };
}

async function requireDirectory(directory: string): Promise<void> {
  try {
    await readdir(directory);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
      throw error;
    }
    throw new RecordingError("recording-absent", { directory, found: "no such directory" }, { cause: error });
  }
}

/** How many names of files an error lists: they show what kind of directory it is. */
const maxNames = 5;

async function describeDirectory(directory: string): Promise<{ readonly directory: string; readonly found: string }> {
  const names = (await readdir(directory)).sort();
  const shown = names.slice(0, maxNames).join(", ");
  const found = names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
  return { directory, found: found === "" ? "an empty directory" : found };
}

/** Appending is synchronous: it keeps the order without a queue that could grow, and takes microseconds. */
function createFile(path: string, directory: string, sync: SyncPolicy): AppendedFile {
  const descriptor = openSync(path, "ax", ownerOnlyFile);
  let state: "open" | "closed" = "open";
  return {
    append(bytes) {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(descriptor, bytes, written);
      }
      if (sync === "each-append") {
        fdatasyncSync(descriptor);
      }
    },
    async close() {
      if (state === "closed") {
        return;
      }
      state = "closed";
      closeSync(descriptor);
      await syncFile(path, sync);
      await syncDirectory(directory, sync);
    },
  };
}

async function listFiles(directory: string): Promise<readonly DirectoryFile[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished)).map(({ name }) => name);
  return Promise.all(names.sort().map(async (name) => ({ name, bytes: (await stat(join(directory, name))).size })));
}

async function readRange(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) {
        break;
      }
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Written beside it and renamed over it: POSIX makes the renaming whole or not at all. */
async function replaceFile(path: string, directory: string, content: Uint8Array, sync: SyncPolicy): Promise<void> {
  const beside = `${path}${unfinished}`;
  await rm(beside, { force: true });
  const file = await open(beside, "wx", ownerOnlyFile);
  try {
    await file.writeFile(content);
    if (sync !== "system") {
      await file.datasync();
    }
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncDirectory(directory, sync);
}

async function syncFile(path: string, sync: SyncPolicy): Promise<void> {
  if (sync === "system") {
    return;
  }
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** A new name is safe when its directory is. Windows has no such call, and refuses to open a directory. */
async function syncDirectory(directory: string, sync: SyncPolicy): Promise<void> {
  if (sync === "system" || process.platform === "win32") {
    return;
  }
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function plainName(name: string): string {
  if (name === "" || name === "." || name === ".." || basename(name) !== name || name.includes("\\")) {
    throw new RangeError(`not a plain file name: ${JSON.stringify(name)}`);
  }
  return name;
}
