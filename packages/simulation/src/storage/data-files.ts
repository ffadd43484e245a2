import type { DataFiles, DataRuntime } from "@depthwire/accelerator/internal";
import { type Random, StoreError } from "@depthwire/core";
import { type Change, type KeyRange, openText, type WaitFor } from "@depthwire/sandbox/internal";
import type { Process } from "../kernel/process.js";
import type { Timeline } from "../kernel/timeline.js";
import type { Disk } from "./disk.js";

type Entry = readonly [Uint8Array, string];

/** A batch reaches the system within this, in milliseconds. */
const maxHandOverMs = 0.3;
/** Reading takes about so long, in milliseconds. */
const maxReadMs = 2;

/** One batch that was handed over and is not applied. */
interface Batch {
  readonly changes: readonly Change[];
  readonly waitFor: WaitFor;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

/** The mark beside the records: how far somebody was told that they are kept. */
interface Mark {
  /** Number of the last batch that was told to be kept, and of the last one that the disk has. */
  readonly last: number;
  readonly onDisk: number;
  /** The computer's run in which it was written. */
  readonly boot: number;
}

/**
 * The accelerator's data on a simulated disk, as its database and the marks beside it keep them: batches whole or not at all, in their order; what is
 * written survives the process, and what the disk was waited for, the computer.
 */
export class SimulatedData {
  readonly #timeline: Timeline;
  readonly #disk: Disk;
  /** By key, as text that is ordered like its bytes: what the next program finds, and what it finds where the computer lost its power. */
  #records = new Map<string, Entry>();
  #onDisk = new Map<string, Entry>();
  /** What the system has and the disk has not, in its order. */
  #unsynced: (readonly Change[])[] = [];
  /** Undefined before the first program. */
  #mark: Mark | undefined;
  #markOnDisk: Mark | undefined;
  /** Which files a clean close left says that nothing is missing. */
  #isClosed = false;
  #boot = 1;

  constructor(timeline: Timeline, disk: Disk) {
    this.#timeline = timeline;
    this.#disk = disk;
  }

  /** Where one life of a program keeps its data. */
  runtime(process: Process): DataRuntime {
    return {
      open: async (directory, olderState, introduce) => {
        await this.#passes(process, maxReadMs);
        return introduce(this.#files(process, directory, olderState));
      },
      nextTurn: (act) => this.#later(process, 0, act),
    };
  }

  /** The computer loses its power: what the disk was not waited for may be gone, the newest first, and so may the newest mark. */
  losePower(random: Random): void {
    const left = Math.floor(random() * (this.#unsynced.length + 1));
    for (const changes of this.#unsynced.slice(0, left)) {
      applyTo(this.#onDisk, changes);
    }
    this.#unsynced = [];
    this.#records = new Map(this.#onDisk);
    this.#mark = random() < 0.5 ? this.#mark : this.#markOnDisk;
    this.#boot += 1;
  }

  #files(process: Process, directory: string, olderState: DataFiles["olderState"]): DataFiles {
    const writer = new BatchWriter(process, this.#disk, directory, {
      later: (act) => this.#later(process, process.random() * maxHandOverMs, act),
      apply: (changes, waitFor) => this.#apply(changes, waitFor),
    });
    const read = async <Found>(find: () => Found): Promise<Found> => {
      await this.#passes(process, maxReadMs);
      return find();
    };
    const close = (): Promise<void> => Promise.resolve();
    const entries = (range: KeyRange) =>
      read(() => this.#within(range).map(([key, text]): [Uint8Array, string] => [key, text]));
    return {
      directory,
      olderState,
      records: {
        write: (changes, waitFor) => writer.write(changes, waitFor),
        get: (key) => read(() => this.#records.get(textOf(key))?.[1]),
        entries,
        keys: (range) => read(() => this.#within(range).map(([key]) => key)),
        each: async function* (range) {
          yield* await entries(range);
        },
        clear: (range) =>
          read(() =>
            this.#apply(
              this.#within(range).map(([key]) => ({ key, value: undefined })),
              "system",
            ),
          ),
        close,
      },
      marks: this.#marks(directory),
      unseal: (sealed, check) => {
        const text = openText(sealed);
        if (text === undefined) {
          throw new StoreError("store-corrupt", { directory, check });
        }
        return text;
      },
      leave: async () => {
        this.#apply([], "disk");
        this.#isClosed = true;
      },
      close,
    };
  }

  #marks(directory: string): DataFiles["marks"] {
    const { last = 0, onDisk = 0, boot = this.#boot } = { ...this.#mark };
    const hasLostMachine = !this.#isClosed && boot !== this.#boot;
    return {
      areFound: this.#mark !== undefined,
      hasLostMachine,
      check: (found) => {
        const acknowledged = boot === this.#boot ? last : onDisk;
        if (found < acknowledged) {
          throw new StoreError("store-older", { directory, found, acknowledged });
        }
        return Math.max(0, last - found);
      },
      begin: async (first) => {
        this.#isClosed = false;
        this.#mark = { last: first, onDisk: first, boot: this.#boot };
        this.#markOnDisk = this.#mark;
      },
      note: (kept, waitFor) => {
        const { onDisk: before = 0 } = { ...this.#mark };
        this.#mark = { last: kept, onDisk: waitFor === "disk" ? kept : before, boot: this.#boot };
      },
    };
  }

  #apply(changes: readonly Change[], waitFor: WaitFor): void {
    applyTo(this.#records, changes);
    this.#unsynced.push(changes);
    if (waitFor === "disk") {
      for (const each of this.#unsynced.splice(0)) {
        applyTo(this.#onDisk, each);
      }
    }
  }

  #within({ gte, lt, lte, limit = Number.POSITIVE_INFINITY, reverse = false }: KeyRange): readonly Entry[] {
    const [from, before, to] = [gte, lt, lte].map((key) => (key === undefined ? undefined : textOf(key)));
    const keys = [...this.#records.keys()]
      .filter((key) => (from === undefined || key >= from) && (before === undefined || key < before))
      .filter((key) => to === undefined || key <= to)
      .toSorted();
    const found = (reverse ? keys.toReversed() : keys).slice(0, limit);
    return found.flatMap((key) => {
      const entry = this.#records.get(key);
      return entry === undefined ? [] : [entry];
    });
  }

  #passes(process: Process, maxMs: number): Promise<void> {
    return new Promise((resolve) => this.#later(process, process.random() * maxMs, resolve));
  }

  #later(process: Process, ms: number, act: () => void): void {
    this.#timeline.at(this.#timeline.nowMs + ms, process.name, () => process.enter(act));
  }
}

type Apply = (changes: readonly Change[], waitFor: WaitFor) => void;

/** Writes the batches of one life one behind the other. */
class BatchWriter {
  readonly #process: Process;
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #ways: { readonly later: (act: () => void) => void; readonly apply: Apply };
  readonly #waiting: Batch[] = [];

  constructor(
    process: Process,
    disk: Disk,
    directory: string,
    ways: { readonly later: (act: () => void) => void; readonly apply: Apply },
  ) {
    this.#process = process;
    this.#disk = disk;
    this.#directory = directory;
    this.#ways = ways;
    // A program that is killed loses nothing that its system has; what was on its way there, it may.
    process.onEnd(() => {
      const [first] = this.#waiting.splice(0);
      if (first !== undefined && !disk.isFull && process.random() < 0.5) {
        ways.apply(first.changes, "system");
      }
    });
  }

  write(changes: readonly Change[], waitFor: WaitFor): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, waitFor, resolve, reject });
      if (this.#waiting.length === 1) {
        this.#next();
      }
    });
  }

  #next(): void {
    const batch = this.#waiting[0];
    if (batch === undefined) {
      return;
    }
    const { later, apply } = this.#ways;
    const settle = (failure: Error | undefined): void => {
      this.#waiting.shift();
      if (failure === undefined) {
        batch.resolve();
      } else {
        batch.reject(new StoreError("store-failed", { directory: this.#directory }, { cause: failure }));
      }
      this.#next();
    };
    if (batch.waitFor === "system") {
      later(() => {
        if (this.#disk.isFull) {
          settle(noSpace());
        } else {
          apply(batch.changes, "system");
          settle(undefined);
        }
      });
      return;
    }
    this.#disk.sync((failure) => {
      if (this.#process.isDead) {
        return;
      }
      // It is on the disk now, also where the program stands still and learns of it later.
      if (failure === undefined) {
        apply(batch.changes, "disk");
      }
      this.#process.enter(() => settle(failure));
    });
  }
}

function noSpace(): Error {
  return new Error("no space left on device");
}

function applyTo(records: Map<string, Entry>, changes: readonly Change[]): void {
  for (const { key, value } of changes) {
    if (value === undefined) {
      records.delete(textOf(key));
    } else {
      records.set(textOf(key), [key, value]);
    }
  }
}

/** Text that is ordered as the bytes are. */
function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}
