import { closeSync, fdatasyncSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openText, sealText } from "./sealed-text.js";
import { keptFileName, unfinishedKeptFileName } from "./store-files.js";

/** How far a venue came. */
export interface KeptMark {
  /** Counts the starts. What a clean close of another start left behind says nothing. */
  readonly life: number;
  /** Number of the last command that was acknowledged to anybody. */
  readonly last: number;
  /** Number of the last command that the disk has, whatever became of the machine. */
  readonly onDisk: number;
  /** The machine's run in which `last` was written; empty where the system does not tell. */
  readonly boot: string;
  /** What commands behind `last` are: not told yet, or refused since they could not be kept. */
  readonly beyond: "untold" | "refused";
}

/** Length of the file in bytes: within one sector, and always the same, so that a full disk has room for it. */
const fileBytes = 256;

/** Reads the mark of a directory; `damaged` when it is not as it was written, nothing when there is none. */
export async function readKeptMark(directory: string): Promise<KeptMark | "damaged" | undefined> {
  let text: string;
  try {
    text = await readFile(join(directory, keptFileName), "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  const opened = text.length === fileBytes ? openText(text.trimEnd()) : undefined;
  return opened === undefined ? "damaged" : (JSON.parse(opened) as KeptMark);
}

function textOf(mark: KeptMark): string {
  return `${sealText(JSON.stringify(mark)).padEnd(fileBytes - 1)}\n`;
}

/** The mark of a directory that is open. It is written in place, in one go. */
export class KeptFile {
  readonly #file: number;

  private constructor(directory: string) {
    this.#file = openSync(join(directory, keptFileName), "r+");
  }

  /** Opens the file of a directory that has one, and replaces the mark. */
  static replace(directory: string, mark: KeptMark): KeptFile {
    const file = new KeptFile(directory);
    file.write(mark);
    return file;
  }

  /** Makes the file, whole or not at all. */
  static create(directory: string, mark: KeptMark): KeptFile {
    const unfinished = join(directory, unfinishedKeptFileName);
    writeFileSync(unfinished, textOf(mark), "latin1");
    renameSync(unfinished, join(directory, keptFileName));
    return new KeptFile(directory);
  }

  /** Replaces the mark. It outlives the process from now on. */
  write(mark: KeptMark): void {
    writeSync(this.#file, textOf(mark), 0, "latin1");
  }

  /** Waits until the disk has it: it outlives the machine from now on. */
  settle(): void {
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
