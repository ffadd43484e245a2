import { StoreError } from "@depthwire/core";
import { type Change, type OlderState, sealText, type WaitFor } from "@depthwire/sandbox/internal";
import type { DataFiles, DataRuntime } from "./data-runtime.js";
import { type DataOwner, describeData, descriptionKey, readDescription } from "./description.js";
import { nodeDataRuntime } from "./node-data-runtime.js";
import { keyOf, numberOf, type RecordKind, recordKinds } from "./record-keys.js";

/** A record as it is read. */
export interface DataRecord {
  readonly n: number;
  readonly text: string;
}

/** Which records of a kind are read. */
export interface RecordRange {
  /** The least number; 0 by default. */
  readonly from?: number;
  /** Beyond the greatest number. */
  readonly to?: number;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** How data are opened. */
export interface DataStoreOptions {
  readonly owner: DataOwner;
  /** What is done where a part of the data is missing. */
  readonly olderState: OlderState;
  /** Makes a name that no other run of numbers has. */
  readonly newRun: () => string;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Where they are; a directory of this computer by default. */
  readonly runtime?: DataRuntime | undefined;
}

/** Why nothing more is kept. */
export interface StoreFailure {
  readonly error: StoreError;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
}

/** What is written with the next batch. */
interface Turn {
  readonly changes: Change[];
  waitFor: WaitFor;
  readonly kept: Promise<void>;
  resolve(): void;
  reject(error: StoreError): void;
}

function newTurn(): Turn {
  let [resolve, reject]: [() => void, (error: StoreError) => void] = [() => {}, () => {}];
  const kept = new Promise<void>((onKept, onFailed) => {
    [resolve, reject] = [onKept, onFailed];
  });
  // Whoever does not wait hears of a failure from the store.
  kept.catch(() => {});
  return { changes: [], waitFor: "system", kept, resolve, reject };
}

/** What a listener throws, a logger whose own disk is full say, must not end the writing. */
function tell(listener: (error: StoreError) => void, error: StoreError): void {
  try {
    listener(error);
  } catch {
    // The store says that it failed to whoever asks.
  }
}

const headKey = keyOf(recordKinds.head, 0);
const endOfNumbers = Number.MAX_SAFE_INTEGER;

/**
 * What one accelerator keeps of one account. All changes of a turn of the event loop are one batch, which waits for the disk where one of them is
 * to. Batches are kept in order; after one that could not be written there is none.
 */
export class DataStore {
  readonly directory: string;
  /** Names the run of event numbers. It is another one where something that was told may be missing. */
  readonly run: string;
  readonly #store: DataFiles;
  readonly #runtime: DataRuntime;
  #head: number;
  #turn: Turn | undefined;
  #writing: Promise<void> | undefined;
  readonly #nowMs: () => number;
  #failure: StoreFailure | undefined;
  readonly #listeners = new Set<(error: StoreError) => void>();

  private constructor(
    store: DataFiles,
    runtime: DataRuntime,
    { run, head, nowMs }: { readonly run: string; readonly head: number; readonly nowMs: () => number },
  ) {
    this.directory = store.directory;
    this.#store = store;
    this.#runtime = runtime;
    this.run = run;
    this.#head = head;
    this.#nowMs = nowMs;
  }

  /**
   * Opens the data in a directory; makes them when there are none.
   *
   * @throws ValidationError `option-invalid` for a directory that others may look into; StoreError `store-absent`, `store-locked`, `store-foreign`,
   * `store-version`, `store-settings`, `store-changed`, `store-older`, `store-corrupt`, `store-failed`
   */
  static open(
    directory: string,
    { owner, olderState, newRun, nowMs, runtime = nodeDataRuntime }: DataStoreOptions,
  ): Promise<DataStore> {
    return runtime.open(directory, olderState, async (store) => {
      const known = await readDescription(store, owner);
      const sealed = await store.records.get(headKey);
      const head = sealed === undefined ? 0 : Number(store.unseal(sealed, "head"));
      const missing = store.marks.check(head);
      const isWhole = missing === 0 && !store.marks.hasLostMachine && olderState === "refuse";
      // Where numbers may have been told that are not here, they must not mean something else.
      const run = isWhole && known !== undefined ? known.run : newRun();
      const value = sealText(JSON.stringify(describeData(owner, run)));
      await store.records.write([{ key: descriptionKey, value }], "disk");
      await store.marks.begin(head);
      return new DataStore(store, runtime, { run, head, nowMs });
    });
  }

  /** Why nothing more is kept; undefined while all is well. */
  get failure(): StoreFailure | undefined {
    return this.#failure;
  }

  /** Calls back when nothing more can be kept. */
  onFailure(listener: (error: StoreError) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Makes changes with the next batch: all of them or none. Values are sealed here.
   *
   * @returns when they are kept
   * @throws StoreError `store-failed`
   */
  write(changes: readonly Change[], waitFor: WaitFor): Promise<void> {
    if (this.#failure !== undefined) {
      const refused = newTurn();
      refused.reject(this.#failure.error);
      return refused.kept;
    }
    this.#turn ??= newTurn();
    const turn = this.#turn;
    for (const { key, value } of changes) {
      turn.changes.push({ key, value: value === undefined ? undefined : sealText(value) });
    }
    turn.waitFor = waitFor === "disk" ? "disk" : turn.waitFor;
    this.#writing ??= this.#write();
    return turn.kept;
  }

  /** Reads records of a kind, in order. @throws StoreError `store-corrupt`, `store-failed` */
  async list(
    kind: RecordKind,
    { from = 0, to = endOfNumbers, limit, reverse = false }: RecordRange = {},
  ): Promise<readonly DataRecord[]> {
    const range = { gte: keyOf(kind, from), lt: keyOf(kind, to), reverse, ...(limit === undefined ? {} : { limit }) };
    const entries = await this.#store.records.entries(range);
    return entries.flatMap(([key, sealed]) => this.#read(key, sealed) ?? []);
  }

  /** Deletes records of a kind, those before a number. @throws StoreError `store-failed` */
  clear(kind: RecordKind, before: number): Promise<void> {
    return this.#store.records.clear({ gte: keyOf(kind, 0), lt: keyOf(kind, before) });
  }

  /** Writes what was told and lets another process have the directory. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) {
      await this.#writing;
    }
    const hasFailed = this.#failure !== undefined;
    this.#failure ??= { error: new StoreError("store-failed", { directory: this.directory }), sinceMs: this.#nowMs() };
    await (hasFailed ? this.#store.close() : this.#store.leave(this.#head));
  }

  /** What is damaged is left out where that was accepted. */
  #read(key: Uint8Array, sealed: string): DataRecord | undefined {
    try {
      return { n: numberOf(key), text: this.#store.unseal(sealed, "record") };
    } catch (error) {
      if (this.#store.olderState === "accept") {
        return undefined;
      }
      throw error;
    }
  }

  async #write(): Promise<void> {
    // All that the rest of this turn of the event loop brings goes with it.
    await new Promise<void>((resolve) => this.#runtime.nextTurn(resolve));
    while (this.#turn !== undefined) {
      const turn = this.#turn;
      this.#turn = undefined;
      try {
        await this.#keep(turn);
        turn.resolve();
      } catch (error) {
        this.#fail(turn, error);
      }
    }
    this.#writing = undefined;
  }

  async #keep({ changes, waitFor }: Turn): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    const head = this.#head + 1;
    await this.#store.records.write([...changes, { key: headKey, value: sealText(String(head)) }], waitFor);
    this.#head = head;
    this.#store.marks.note(head, waitFor);
  }

  #fail(turn: Turn, cause: unknown): void {
    const isFirst = this.#failure === undefined;
    const { directory } = this;
    const error = cause instanceof StoreError ? cause : new StoreError("store-failed", { directory }, { cause });
    this.#failure ??= { error, sinceMs: this.#nowMs() };
    turn.reject(error);
    if (isFirst) {
      for (const listener of this.#listeners) {
        tell(listener, error);
      }
    }
  }
}
