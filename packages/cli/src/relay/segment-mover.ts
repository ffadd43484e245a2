import { copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { decodeIndex, isIndexName, isSegmentName } from "@depthwire/recording/internal";

/** Recordings hold what was recorded for their owner alone. */
const ownerOnly = 0o700;
const unfinished = ".unfinished";

/** Moves segments that nothing is added to any more from where they were recorded to where they are kept. */
export class SegmentMover {
  readonly #from: string;
  readonly #to: string;
  #moved = 0;

  /** @param from directory of one recording. @param to directory of the same recording at the store; made when it is needed */
  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** Segments that were moved. */
  get moved(): number {
    return this.#moved;
  }

  /** Moves what the index says has ended. */
  async moveClosed(): Promise<void> {
    const names = await readdir(this.#from);
    const closed = new Set((await Promise.all(names.filter(isIndexName).map((name) => this.#indexed(name)))).flat());
    await this.#move(names.filter((name) => isSegmentName(name) && closed.has(name)));
  }

  /** Moves everything, since nobody records there any more, and takes the directory away. */
  async moveAll(): Promise<void> {
    const names = await readdir(this.#from);
    await this.#move(names.filter(isSegmentName));
    // Indexes behind what they name: a reader reads through what no index knows.
    await this.#move(names.filter(isIndexName));
  }

  /** Takes the directory away, if nothing is left in it. */
  async removeEmpty(): Promise<void> {
    await rmdir(this.#from).catch(() => undefined);
  }

  async #indexed(name: string): Promise<readonly string[]> {
    try {
      return decodeIndex(await readFile(join(this.#from, name)), name).map((segment) => segment.name);
    } catch {
      // It is made again from the segments, which stay until then.
      return [];
    }
  }

  async #move(names: readonly string[]): Promise<void> {
    if (names.length > 0) {
      await mkdir(this.#to, { recursive: true, mode: ownerOnly });
    }
    for (const name of [...names].sort()) {
      await moveFile(join(this.#from, name), join(this.#to, name));
      this.#moved += isSegmentName(name) ? 1 : 0;
    }
  }
}

/** Renames within a file system; across two the copy is whole and on the disk before the original goes. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") {
      throw error;
    }
    const beside = `${to}${unfinished}`;
    await copyFile(from, beside);
    const file = await open(beside, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, to);
    await rm(from);
  }
}
