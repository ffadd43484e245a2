import type { DataFiles, DataRuntime } from "@depthwire/accelerator/internal";
import { StoreError } from "@depthwire/core";
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

/**
 * The accelerator's data on a simulated disk, as its database and the marks beside it keep them: batches whole or not at all, in their order; what is
 * written survives the process.
 */
export class SimulatedData {
  readonly #timeline: Timeline;
  readonly #disk: Disk;
  /** By key, as text that is ordered like its bytes. */
  #records = new Map<string, Entry>();
  /** How many batches were told to be kept, by the mark beside the records; undefined before the first. */
  #kept: number | undefined;

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

  #files(process: Process, directory: string, olderState: DataFiles["olderState"]): DataFiles {
    const writer = new BatchWriter(process, this.#disk, directory, {
      later: (act) => this.#later(process, process.random() * maxHandOverMs, act),
      apply: (changes) => this.#apply(changes),
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
          read(() => {
            for (const [key] of this.#within(range)) {
              this.#records.delete(textOf(key));
            }
          }),
        close,
      },
      marks: {
        areFound: this.#kept !== undefined,
        check: (found) => this.#check(directory, found),
        begin: async (last) => {
          this.#kept = last;
        },
        note: (last) => {
          this.#kept = last;
        },
      },
      unseal: (sealed, check) => {
        const text = openText(sealed);
        if (text === undefined) {
          throw new StoreError("store-corrupt", { directory, check });
        }
        return text;
      },
      leave: close,
      close,
    };
  }

  /** What was told to be kept is there. @throws StoreError `store-older` */
  #check(directory: string, found: number): number {
    const acknowledged = this.#kept ?? 0;
    if (found < acknowledged) {
      throw new StoreError("store-older", { directory, found, acknowledged });
    }
    return 0;
  }

  #apply(changes: readonly Change[]): void {
    for (const { key, value } of changes) {
      if (value === undefined) {
        this.#records.delete(textOf(key));
      } else {
        this.#records.set(textOf(key), [key, value]);
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

/** Writes the batches of one life one behind the other. */
class BatchWriter {
  readonly #process: Process;
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #ways: { readonly later: (act: () => void) => void; readonly apply: (changes: readonly Change[]) => void };
  readonly #waiting: Batch[] = [];

  constructor(
    process: Process,
    disk: Disk,
    directory: string,
    ways: { readonly later: (act: () => void) => void; readonly apply: (changes: readonly Change[]) => void },
  ) {
    this.#process = process;
    this.#disk = disk;
    this.#directory = directory;
    this.#ways = ways;
    // A program that is killed loses nothing that its system has; what was on its way there, it may.
    process.onEnd(() => {
      const [first] = this.#waiting.splice(0);
      if (first !== undefined && !disk.isFull && process.random() < 0.5) {
        ways.apply(first.changes);
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
          apply(batch.changes);
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
        apply(batch.changes);
      }
      this.#process.enter(() => settle(failure));
    });
  }
}

function noSpace(): Error {
  return new Error("no space left on device");
}

/** Text that is ordered as the bytes are. */
function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}
