import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { FileChange } from "@depthwire/core/internal";
import { isStateFile } from "./store-files.js";

/** A file as it was at a clean close. */
export interface FileEntry {
  readonly name: string;
  readonly bytes: number;
  /** CRC-32 of everything in it: it finds damage and exchanged files, not forgery. */
  readonly checksum: number;
}

/** A file that is not as it was. */
export interface ChangedFile {
  readonly file: string;
  readonly change: FileChange;
}

/** Every file of a directory that holds some of what is kept. Each is read once, from its first byte to its last. */
export async function takeInventory(directory: string): Promise<readonly FileEntry[]> {
  const names = (await readdir(directory)).filter(isStateFile).sort();
  const entries: FileEntry[] = [];
  // One after the other: only one file is in memory at a time.
  for (const name of names) {
    const bytes = await ifThere(readFile(join(directory, name)));
    if (bytes !== undefined) {
      entries.push({ name, bytes: bytes.length, checksum: crc32(bytes) });
    }
  }
  return entries;
}

/** How much a directory holds, in bytes. */
export async function measureFiles(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter(isStateFile);
  const sizes = await Promise.all(names.map(async (name) => (await ifThere(stat(join(directory, name))))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Nothing when a file has gone since its name was read: whoever has the directory open merges files. */
async function ifThere<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** The first file that is not as it was; nothing when all are. */
export function findChange(before: readonly FileEntry[], now: readonly FileEntry[]): ChangedFile | undefined {
  const found = new Map(now.map((entry) => [entry.name, entry]));
  for (const entry of before) {
    const change = changeOf(entry, found.get(entry.name));
    if (change !== undefined) {
      return { file: entry.name, change };
    }
  }
  const known = new Set(before.map(({ name }) => name));
  const added = now.find(({ name }) => !known.has(name));
  return added === undefined ? undefined : { file: added.name, change: "unexpected" };
}

function changeOf(before: FileEntry, now: FileEntry | undefined): FileChange | undefined {
  if (now === undefined) {
    return "missing";
  }
  if (now.bytes < before.bytes) {
    return "shorter";
  }
  if (now.bytes > before.bytes) {
    return "longer";
  }
  return now.checksum === before.checksum ? undefined : "changed";
}
