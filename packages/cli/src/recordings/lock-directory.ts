import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isIndexName, isSegmentName } from "@depthwire/recording/internal";
import { Refused } from "../program/refused.js";

/** Holds the number of the process that records here: two would write over each other. */
const lockName = "recording.lock";

/** Recordings hold what an account was told. */
const ownerOnly = { directory: 0o700, file: 0o600 } as const;

/** Names that a refusal shows. */
const maxNames = 3;

/**
 * Makes a directory to record into, and keeps other recorders out of it.
 *
 * @returns lets them in again
 * @throws Refused `file-unusable` where it cannot be written, holds other things than a recording, or another process records there
 */
export async function lockDirectory(directory: string, shown: string): Promise<() => Promise<void>> {
  const names = await madeDirectory(directory, shown);
  const strange = names.filter((name) => !belongsToRecording(name));
  if (strange.length > 0 && !names.some(isSegmentName)) {
    const some = `${strange.slice(0, maxNames).join(", ")}${strange.length > maxNames ? " and more" : ""}`;
    throw new Refused("file-unusable", `${shown} holds other things: ${some}`, "Name an empty or a new directory.");
  }
  const lock = join(directory, lockName);
  if (!(await takeLock(lock))) {
    const owner = await ownerOf(lock);
    if (owner !== undefined) {
      const remedy = `Name another directory, or end that process. If it is no recorder, remove ${join(shown, lockName)}.`;
      throw new Refused("file-unusable", `Process ${owner} records into ${shown}`, remedy);
    }
    // Whoever was killed did not take the lock away.
    await writeFile(lock, `${process.pid}\n`, { mode: ownerOnly.file });
  }
  return () => rm(lock, { force: true });
}

async function madeDirectory(directory: string, shown: string): Promise<readonly string[]> {
  try {
    await mkdir(directory, { recursive: true, mode: ownerOnly.directory });
    return await readdir(directory);
  } catch (error) {
    throw unusable(shown, error);
  }
}

function belongsToRecording(name: string): boolean {
  return isSegmentName(name) || isIndexName(name) || name === lockName || name.endsWith(".unfinished");
}

/** @returns false where there is a lock already */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: "wx", mode: ownerOnly.file });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    throw unusable(lock, error);
  }
}

/** The process that holds the lock, if it lives. */
async function ownerOf(lock: string): Promise<number | undefined> {
  const owner = Number.parseInt(await readFile(lock, "utf8").catch(() => ""), 10);
  if (!(owner > 0)) {
    return undefined;
  }
  try {
    process.kill(owner, 0);
    return owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? owner : undefined;
  }
}

function unusable(shown: string, error: unknown): Refused {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const why = {
    EACCES: "it may not be written",
    ENOTDIR: "a part of its path is a file",
    EEXIST: "it is a file",
    ENOSPC: "the disk is full",
    EROFS: "its file system is read-only",
  }[code];
  return new Refused(
    "file-unusable",
    `${shown} cannot be used: ${why ?? message}`,
    "Name a directory that can be written.",
  );
}
