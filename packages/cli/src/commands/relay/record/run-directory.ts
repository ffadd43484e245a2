import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentStore } from "@depthwire/relay";
import { Refused } from "../../../program/refused.js";
import { lockDirectory } from "../../../recordings/lock-directory.js";
import { SegmentMover } from "../../../relay/segment-mover.js";

/** Names of runs: UTC time and process, so that they sort by time. */
const runName = /^\d{8}T\d{6}Z-\d+$/;

/** Where one run records. */
export interface RunDirectory {
  /** Absolute. */
  readonly directory: string;
  /** As it is shown. */
  readonly shown: string;
  /** Moves segments to the store; undefined without one. */
  readonly mover: SegmentMover | undefined;
}

/** Where a run with a store records: a directory of its own, here and there. */
export function runDirectory(
  parent: { readonly directory: string; readonly shown: string },
  store: SegmentStore,
  nowMs: number,
): RunDirectory {
  const run = `${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "")}-${process.pid}`;
  const directory = join(parent.directory, run);
  return { directory, shown: join(parent.shown, run), mover: new SegmentMover(directory, store, run) };
}

/** The directories of the runs in any of these, newest first. Of one that is in several, the first has its end. */
export async function formerRuns(parents: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    parents.map(async (parent) => {
      const names = await readdir(parent).catch(() => []);
      return names.filter((name) => runName.test(name)).map((name) => ({ name, path: join(parent, name) }));
    }),
  );
  const newestFirst = found.flat().sort((one, other) => (one.name > other.name ? -1 : one.name < other.name ? 1 : 0));
  return newestFirst.map(({ path }) => path);
}

/**
 * Moves what killed runs left to the store.
 *
 * @returns segments that were moved
 */
export async function moveLeftovers(parent: string, store: SegmentStore): Promise<number> {
  const names = await readdir(parent).catch(() => []);
  let moved = 0;
  for (const run of names.filter((name) => runName.test(name))) {
    moved += await moveLeftover(join(parent, run), store, run);
  }
  return moved;
}

async function moveLeftover(from: string, store: SegmentStore, run: string): Promise<number> {
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDirectory(from, from);
  } catch (error) {
    if (error instanceof Refused) {
      // Somebody records there now.
      return 0;
    }
    throw error;
  }
  const mover = new SegmentMover(from, store, run);
  try {
    await mover.moveAll();
  } finally {
    await unlock();
  }
  await mover.removeEmpty();
  return mover.moved;
}
