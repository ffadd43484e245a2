import type { Exchange, ExchangeConfig } from "@depthwire/exchange/internal";
import { StoreError } from "../store/store-error.js";
import type { JournalHistory, JournalStep } from "./journal-history.js";
import type { JournalStore } from "./journal-store.js";
import type { Snapshot } from "./kept-records.js";
import { SnapshotPolicy, sizeOf } from "./snapshot-policy.js";
import { encodeNow, partsOf } from "./snapshot-text.js";
import { SnapshotThread } from "./snapshot-thread.js";

/** How snapshots are taken. */
export interface SnapshotOptions {
  /** What the exchange began with. */
  readonly config: ExchangeConfig;
  readonly history: JournalHistory;
  /** How long carrying out again what follows a snapshot may take, in milliseconds. */
  readonly maxReplayMs: number;
  /** From this size on a thread makes the snapshots: see {@link sizeOf}. */
  readonly largeVenue: number;
  /** Hears of every step at once. */
  readonly observe?: (step: JournalStep) => void;
}

/** Of what snapshots are taken. */
export interface SnapshotsBegin {
  readonly exchange: Pick<Exchange, "state">;
  /** Of each kind of finished records, the number of the first full page that is not kept yet. */
  readonly recordsKept: readonly number[];
}

/**
 * Takes the snapshots of an exchange: each holds the state as of one command. A small venue is written down between two commands. Of a
 * large one that would hold everybody up, so a thread makes it from what the journal keeps; either way it goes to the store in parts,
 * between which commands are kept.
 */
export class Snapshots {
  readonly #store: JournalStore;
  readonly #exchange: Pick<Exchange, "state">;
  readonly #options: SnapshotOptions;
  readonly #policy: SnapshotPolicy;
  readonly #failed: (cause: unknown) => void;
  /** Of each kind of finished records, the number of the first full page that is not kept yet. */
  #recordsKept: readonly number[];
  #running: Promise<void> | undefined;
  #thread: SnapshotThread | undefined;
  /** A thread that failed once is not tried again. */
  #usesThread = true;

  /** @param failed hears that the store takes nothing any more */
  constructor(
    store: JournalStore,
    { exchange, recordsKept }: SnapshotsBegin,
    options: SnapshotOptions,
    failed: (cause: unknown) => void,
  ) {
    this.#store = store;
    this.#exchange = exchange;
    this.#recordsKept = recordsKept;
    this.#options = options;
    this.#policy = new SnapshotPolicy(options.maxReplayMs);
    this.#failed = failed;
  }

  /** Carrying out commands took so long, in milliseconds. */
  spend(ms: number): void {
    this.#policy.spend(ms);
  }

  /**
   * Looks whether a snapshot is due, before commands are kept.
   *
   * @param last number of the last command that was carried out
   * @returns starts it, to be called as soon as that command is kept; undefined when none is due
   */
  due(last: number): (() => void) | undefined {
    if (!this.#policy.isDue || this.#running !== undefined) {
      return undefined;
    }
    if (this.#thread !== undefined || this.#isLarge()) {
      this.#policy.begin();
      return () => this.#start(() => this.#takeInThread(last));
    }
    const snapshot = this.#encode(last);
    return () => this.#start(() => this.#write(snapshot));
  }

  /** Resolves when no snapshot is being written. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /**
   * The exchange has gone back. The thread follows what was given up, and whatever it is making is not waited for: everybody's answers
   * wait until the return is kept. Unfinished, a snapshot does not count; the next thread begins at the one that the return brings.
   */
  async giveUp(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
    await this.settled();
  }

  /**
   * The exchange has gone back, and the store has a snapshot of where it is: whole, so that no page of records that is kept counts any more.
   *
   * @param last number of the command that the snapshot stands at
   */
  async goneBack(last: number): Promise<void> {
    this.#recordsKept = [];
    this.#policy.begin();
    await this.#forgetBehind(last, []);
  }

  /** Ends. @param last number of the last command, of which a last snapshot is taken if anything happened since; undefined: none is */
  async close(last: number | undefined): Promise<void> {
    await this.settled();
    if (last !== undefined && this.#policy.isWorthwhile) {
      this.#start(() => this.#write(this.#encode(last)));
      await this.settled();
    }
    await this.#thread?.close();
  }

  #isLarge(): boolean {
    return this.#usesThread && sizeOf(this.#exchange.state) >= this.#options.largeVenue;
  }

  #start(take: () => Promise<void>): void {
    this.#running = take()
      .catch(this.#failed)
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** The state as it is now, while nothing else happens. */
  #encode(last: number): Snapshot {
    const begunMs = performance.now();
    const { text, ranges, newPages } = encodeNow(this.#exchange.state, this.#recordsKept);
    this.#policy.begin();
    this.#policy.took(performance.now() - begunMs);
    return { last, ranges, writings: [...newPages, ...partsOf(text)] };
  }

  async #takeInThread(last: number): Promise<void> {
    const begunMs = performance.now();
    let isRead = false;
    let thread: SnapshotThread | undefined;
    try {
      this.#thread ??= new SnapshotThread(this.#store, this.#options.config);
      thread = this.#thread;
      // Where it cannot read what is kept, a snapshot of what is in memory takes its place.
      const snapshot = await thread.make(last, this.#recordsKept);
      isRead = true;
      await this.#write(snapshot);
      this.#policy.took(performance.now() - begunMs);
    } catch (error) {
      if (isRead && error instanceof StoreError) {
        throw error;
      }
      // It was given up where the exchange went back meanwhile.
      if (this.#thread === thread) {
        await this.#giveThreadUp(error);
      }
    }
  }

  /** The venue goes on without a thread: a snapshot holds it up, as long as it takes, and the next one is due at once. */
  async #giveThreadUp(cause: unknown): Promise<void> {
    this.#usesThread = false;
    this.#policy.again();
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
    const text = cause instanceof Error ? cause.message : String(cause);
    process.emitWarning(`Snapshots are taken between two commands from now on, which holds a large venue up: ${text}`, {
      code: "snapshot-thread",
    });
  }

  async #write(snapshot: Snapshot): Promise<void> {
    const { observe } = this.#options;
    const { last, ranges } = snapshot;
    observe?.("snapshot-begun");
    await this.#store.writeSnapshot(snapshot, () => observe?.("snapshot-part-written"));
    observe?.("snapshot-written");
    this.#recordsKept = ranges.map(({ to }) => to);
    await this.#forgetBehind(last, ranges);
  }

  /** What a whole snapshot has made unnecessary. */
  async #forgetBehind(last: number, ranges: Snapshot["ranges"]): Promise<void> {
    const { observe, history } = this.#options;
    await this.#store.forgetRecords(ranges);
    await this.#store.forgetSnapshots(last);
    if (history === "trim") {
      await this.#store.forgetPages(last);
    }
    observe?.("trimmed");
  }
}
