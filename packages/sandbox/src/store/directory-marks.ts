import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ClosedMark, readClosedMark, removeClosedMark, writeClosedMark } from "./closed-file.js";
import { findChange, takeInventory } from "./inventory.js";
import { KeptFile, type KeptMark, readKeptMark } from "./kept-file.js";
import type { OlderState } from "./older-state.js";
import { StoreError } from "./store-error.js";
import { closedFileName, currentFileName, isOwnFile, isRecordFile, keptFileName } from "./store-files.js";

/** Under which circumstances a directory is entered. */
export interface EntryOptions {
  readonly olderState: OlderState;
  /** The machine's present run; empty where the system does not tell. */
  readonly boot: string;
  /** Throws when somebody else has the directory open. */
  readonly probe: (directory: string) => Promise<void>;
}

/** What the marks of a directory say. */
interface FoundMarks {
  readonly kept: KeptMark | undefined;
  /** Nothing when another start came after it. */
  readonly closed: ClosedMark | undefined;
}

const noMark: KeptMark = { life: 0, last: 0, onDisk: 0, boot: "", beyond: "untold" };

/**
 * The marks of a data directory, outside the database: how far the venue came, and which files a clean close left behind. The
 * database itself reads a log that was cut as a shorter one, and says nothing.
 */
export class DirectoryMarks {
  /** Whether the directory had marks: one that was made by an earlier version has none. */
  readonly areFound: boolean;
  /**
   * Whether the machine was lost since somebody wrote here. What was told and the disk did not have may be missing then, whatever the marks say: the newest
   * of them was not on the disk either.
   */
  readonly hasLostMachine: boolean;
  readonly #directory: string;
  readonly #options: EntryOptions;
  /** Number of the last command when every file is as a clean close left it. */
  #verified: number | undefined;
  /** The mark as it was found, until something begins. */
  #found: KeptMark | undefined;
  #mark: KeptMark;
  #file: KeptFile | undefined;

  private constructor(directory: string, options: EntryOptions, { kept, closed }: FoundMarks) {
    this.#directory = directory;
    this.#options = options;
    this.areFound = kept !== undefined || closed !== undefined;
    this.#verified = closed?.last;
    this.#found = kept;
    const known = kept ?? { ...noMark, last: closed?.last ?? 0 };
    const isKnown = options.boot !== "" && known.boot !== "";
    this.hasLostMachine = closed === undefined && isKnown && options.boot !== known.boot;
    const life = Math.max(known.life, closed?.life ?? 0) + 1;
    this.#mark = { ...known, life, onDisk: closed?.last ?? known.onDisk };
  }

  /**
   * Looks at a directory before the database does, which would repair and delete what it does not understand.
   *
   * @throws StoreError `store-foreign`, `store-locked`, `store-changed`, `store-older`, `store-corrupt`
   */
  static async enter(directory: string, options: EntryOptions): Promise<DirectoryMarks> {
    const names = await readdir(directory);
    if (!names.every(isOwnFile)) {
      throw new StoreError("store-foreign", { directory });
    }
    const found = await readMarks(directory, options.olderState);
    if (options.olderState === "refuse") {
      await checkFiles(directory, found, options);
    }
    await checkCurrent(directory, names);
    const isNew = !names.includes(currentFileName);
    const last = found.closed?.last ?? found.kept?.last ?? 0;
    if (isNew && last > 0 && options.olderState === "refuse") {
      throw new StoreError("store-older", { directory, found: 0, acknowledged: last });
    }
    const marks = new DirectoryMarks(directory, options, found);
    await options.probe(directory);
    if (isNew || marks.areFound) {
      marks.#open(found.kept !== undefined);
    }
    return marks;
  }

  /** Whether every file was as a clean close left it. */
  get isVerified(): boolean {
    return this.#verified !== undefined;
  }

  /** Number of the last command that counts: those behind it were refused. Nothing when all count that are there. */
  get lastCounted(): number | undefined {
    return this.#mark.beyond === "refused" ? this.#mark.last : undefined;
  }

  /**
   * Holds what was found against what was acknowledged.
   *
   * @param found number of the last command that is there
   * @returns how many acknowledged commands are missing since the machine was lost meanwhile
   * @throws StoreError `store-older`
   */
  check(found: number): number {
    const { boot, olderState } = this.#options;
    const { last, onDisk } = this.#mark;
    const isSameRun = boot !== "" && boot === this.#mark.boot;
    const acknowledged = isSameRun ? last : onDisk;
    if (found < acknowledged && olderState === "refuse") {
      throw new StoreError("store-older", { directory: this.#directory, found, acknowledged: last });
    }
    return Math.max(0, last - found);
  }

  /** The venue goes on from the command `last`, which the disk has: what a close left behind says nothing any more. */
  async begin(last: number): Promise<void> {
    const { boot } = this.#options;
    this.#mark = { ...this.#mark, last, onDisk: last, boot, beyond: "untold" };
    this.#verified = undefined;
    this.#found = undefined;
    if (this.#file === undefined) {
      this.#open(false);
    }
    this.#file?.write(this.#mark);
    this.#file?.settle();
    await removeClosedMark(this.#directory);
  }

  /** All up to the command `last` are kept, and may be told. */
  note(last: number, waitFor: "system" | "disk"): void {
    if (this.#mark.beyond === "refused") {
      return;
    }
    this.#mark = { ...this.#mark, last, onDisk: waitFor === "disk" ? last : this.#mark.onDisk };
    this.#file?.write(this.#mark);
  }

  /** Commands that were not noted are going to be refused: they do not count, even if the disk should still get them. */
  refuseRest(): void {
    this.#mark = { ...this.#mark, beyond: "refused" };
    this.#file?.write(this.#mark);
  }

  /** The database is closed, and everything up to the command `last` is in it. */
  async leave(last: number): Promise<void> {
    const files = await takeInventory(this.#directory);
    await writeClosedMark(this.#directory, { life: this.#mark.life, last, files });
  }

  /** The database is closed. Where nothing has begun, what was closed before stays so. */
  async close(): Promise<void> {
    if (this.#verified !== undefined) {
      await this.leave(this.#verified);
    } else if (this.#found !== undefined) {
      this.#file?.write(this.#found);
    }
    this.#verified = undefined;
    this.#file?.close();
    this.#file = undefined;
  }

  /** From now on an earlier close says nothing: the database changes its files as soon as it is opened. */
  #open(exists: boolean): void {
    this.#file = exists ? KeptFile.replace(this.#directory, this.#mark) : KeptFile.create(this.#directory, this.#mark);
    this.#file.settle();
  }
}

async function readMarks(directory: string, olderState: OlderState): Promise<FoundMarks> {
  const sound = <Mark>(mark: Mark | "damaged" | undefined, file: string): Mark | undefined => {
    if (mark !== "damaged") {
      return mark;
    }
    if (olderState === "accept") {
      return undefined;
    }
    throw new StoreError("store-corrupt", { directory, file, check: "checksum" });
  };
  const kept = sound(await readKeptMark(directory), keptFileName);
  const closed = sound(await readClosedMark(directory), closedFileName);
  const isFresh = closed !== undefined && closed.life >= (kept?.life ?? 0);
  return { kept, closed: isFresh && olderState === "refuse" ? closed : undefined };
}

/** After a clean close every file is as it was left, to the byte. */
async function checkFiles(directory: string, { closed }: FoundMarks, { probe }: EntryOptions): Promise<void> {
  if (closed === undefined) {
    return;
  }
  const changed = findChange(closed.files, await takeInventory(directory));
  if (changed === undefined) {
    return;
  }
  // Somebody else may have opened it just now.
  await probe(directory);
  throw new StoreError("store-changed", { directory, ...changed, last: closed.last });
}

/** Without this file the database would start from nothing and delete all others. */
async function checkCurrent(directory: string, names: readonly string[]): Promise<void> {
  const corrupt = (file: string, check: string): StoreError =>
    new StoreError("store-corrupt", { directory, file, check });
  if (!names.includes(currentFileName)) {
    if (names.some(isRecordFile)) {
      throw corrupt(currentFileName, "missing");
    }
    return;
  }
  const [, manifest] = /^(MANIFEST-\d+)\n$/.exec(await readFile(join(directory, currentFileName), "latin1")) ?? [];
  if (manifest === undefined) {
    throw corrupt(currentFileName, "content");
  }
  if (!names.includes(manifest)) {
    throw corrupt(manifest, "missing");
  }
}
