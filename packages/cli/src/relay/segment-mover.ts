import { createReadStream } from "node:fs";
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { decodeIndex, isIndexName, isSegmentName } from "@depthwire/recording/internal";
import type { SegmentStore } from "@depthwire/relay";

/** Moves segments that nothing is added to any more from where they were recorded to where they are kept. */
export class SegmentMover {
  readonly #from: string;
  readonly #store: SegmentStore;
  readonly #recording: string;
  #moved = 0;

  /** @param from directory of one recording. @param recording its name at the store */
  constructor(from: string, store: SegmentStore, recording: string) {
    this.#from = from;
    this.#store = store;
    this.#recording = recording;
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

  /** Moves everything, since nobody records there any more. */
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
    for (const name of [...names].sort()) {
      const original = join(this.#from, name);
      await this.#store.put(this.#recording, name, createReadStream(original));
      await rm(original);
      this.#moved += isSegmentName(name) ? 1 : 0;
    }
  }
}
