import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isIndexName, isSegmentName } from "@depthwire/recording/internal";
import type { SegmentStore } from "@depthwire/relay";

/** Recordings hold what was recorded for their owner alone. */
const ownerOnlyDirectory = 0o700;
const ownerOnlyFile = 0o600;
const unfinished = ".unfinished";

/** Segments in a directory, which may be on another file system: each recording in one of its own, as `inspect` and `replay` read it. */
export class DirectorySegmentStore implements SegmentStore {
  readonly #directory: string;

  /** @param directory made when it is needed */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(recording: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const directory = join(this.#directory, recording);
    await mkdir(directory, { recursive: true, mode: ownerOnlyDirectory });
    const kept = join(directory, name);
    const beside = `${kept}${unfinished}`;
    await pipeline(content, createWriteStream(beside, { mode: ownerOnlyFile, flush: true }));
    await rename(beside, kept);
    await syncDirectory(directory);
  }

  async list(recording: string): Promise<readonly string[]> {
    try {
      const names = await readdir(join(this.#directory, recording));
      return names.filter((name) => isSegmentName(name) || isIndexName(name)).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        return [];
      }
      throw error;
    }
  }

  read(recording: string, name: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#directory, recording, name));
  }
}

/** The new name is on the disk, too, before the original goes. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
