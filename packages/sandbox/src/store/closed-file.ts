import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileEntry } from "./inventory.js";
import { openText, sealText } from "./sealed-text.js";
import { closedFileName, unfinishedClosedFileName } from "./store-files.js";

/** What a clean close left behind. */
export interface ClosedMark {
  /** Which start it belongs to. */
  readonly life: number;
  /** Number of the last command. */
  readonly last: number;
  readonly files: readonly FileEntry[];
}

/** Reads the mark of a directory; `damaged` when it is not as it was written, nothing when there is none. */
export async function readClosedMark(directory: string): Promise<ClosedMark | "damaged" | undefined> {
  try {
    const text = openText(await readFile(join(directory, closedFileName), "utf8"));
    return text === undefined ? "damaged" : (JSON.parse(text) as ClosedMark);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Writes the mark: it is there wholly or not at all, also when the machine is lost. */
export async function writeClosedMark(directory: string, mark: ClosedMark): Promise<void> {
  const unfinished = join(directory, unfinishedClosedFileName);
  const file = await open(unfinished, "w", 0o644);
  try {
    await file.writeFile(sealText(JSON.stringify(mark)));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(directory, closedFileName));
  await settleDirectory(directory);
}

/** Takes the mark away. */
export async function removeClosedMark(directory: string): Promise<void> {
  await rm(join(directory, closedFileName), { force: true });
  await rm(join(directory, unfinishedClosedFileName), { force: true });
}

/** Waits until the disk has the directory's names. Windows cannot open directories, and keeps names by itself. */
async function settleDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
