import type { Command, ExchangeEvent } from "@depthwire/exchange";
import { canonicalText, type Exchange } from "@depthwire/exchange/internal";
import type { Apply, CommandLog } from "../host/command-log.js";
import { StoreError } from "../store/store-error.js";
import type { Durability } from "./durability.js";
import type { JournalStore } from "./journal-store.js";
import { commandAsRead, commandText, pageText, returnText } from "./page-text.js";
import { type SnapshotOptions, Snapshots } from "./snapshots.js";

/** How a journal works. */
export interface JournalOptions extends SnapshotOptions {
  readonly durability: Durability;
  /** Makes memory again what is kept, when nothing more can be. */
  readonly goBack: () => Promise<void>;
  /** Hears that commands can no longer be kept. */
  readonly failed: (error: StoreError) => void;
}

/** Where a journal goes on. */
export interface JournalBegin {
  /** Number of the last command that the state has seen; all up to it are kept. */
  readonly last: number;
  /** How long it took to carry out again what no snapshot holds yet, in milliseconds. */
  readonly replayMs: number;
  /** Of each kind of finished records, the number of the first full page that is not kept yet. */
  readonly recordsKept: readonly number[];
}

interface Waiting {
  /** Number of the command that must be kept first. */
  readonly number: number;
  readonly act: () => void;
  readonly fail: (error: StoreError) => void;
}

/** That the exchange has gone back, until it is kept. */
interface WaitingReturn {
  /** Number of the command behind which it is again. */
  readonly backTo: number;
  /** Its whole state then, with all finished records: those that are kept already belong to what was given up. */
  readonly text: string;
}

const noBody = (): void => {};

/** Keeps the commands of one exchange: all of a turn of the event loop are committed together, and then their effects are told. */
export class Journal implements CommandLog {
  readonly #store: JournalStore;
  readonly #exchange: Pick<Exchange, "state">;
  readonly #options: JournalOptions;
  readonly #snapshots: Snapshots;
  /** Number of the last command that was carried out, and of the last one that is kept. */
  #last: number;
  #kept: number;
  /** What is to be kept next, in order: commands, or that the exchange has gone back. */
  readonly #pending: (string[] | WaitingReturn)[] = [];
  readonly #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #error: StoreError | undefined;
  /** Called when commands can no longer be kept: memory goes back to what is kept. */
  #goingBack: Promise<void> | undefined;
  #isBack = false;
  #isClosed = false;

  constructor(store: JournalStore, exchange: Pick<Exchange, "state">, begin: JournalBegin, options: JournalOptions) {
    const { last, replayMs, recordsKept } = begin;
    this.#store = store;
    this.#exchange = exchange;
    this.#last = last;
    this.#kept = last;
    this.#options = options;
    this.#snapshots = new Snapshots(store, { exchange, recordsKept }, options, (cause) => this.#fail(cause));
    this.#snapshots.spend(replayMs);
  }

  /** Why commands are no longer kept; undefined while they are. */
  get failure(): StoreError | undefined {
    return this.#error;
  }

  get hasEnded(): boolean {
    return this.#error !== undefined || this.#isClosed;
  }

  get last(): number {
    return this.#last;
  }

  goBack(backTo: number, apply: () => void): void {
    if (this.hasEnded) {
      throw this.#error ?? new StoreError("store-failed", { directory: this.#store.directory });
    }
    apply();
    this.#pending.push({ backTo, text: canonicalText(this.#exchange.state) });
    this.#last += 1;
    this.#schedule();
  }

  carryOut(command: Command, at: number, apply: Apply): readonly ExchangeEvent[] {
    if (this.hasEnded) {
      throw this.#error ?? new StoreError("store-failed", { directory: this.#store.directory });
    }
    const text = commandText(command, at);
    // What was lived and what is replayed cannot differ.
    const kept = commandAsRead(command, text);
    const begunMs = performance.now();
    try {
      return apply(kept, at);
    } catch (error) {
      // Half a command may have been carried out: what is kept is the truth, and the next start goes back to it.
      this.#fail(error);
      throw error;
    } finally {
      this.#snapshots.spend(performance.now() - begunMs);
      this.#note(text);
    }
  }

  whenKept(act: () => void): void {
    this.#wait(act, noBody);
  }

  readable(): Promise<void> | undefined {
    return this.#isBack ? undefined : this.#goingBack;
  }

  kept(): Promise<void> | undefined {
    if (this.#isBack) {
      return undefined;
    }
    if (this.#error !== undefined) {
      return Promise.reject(this.#error);
    }
    if (this.#isSettled()) {
      return undefined;
    }
    return new Promise((resolve, reject) => this.#wait(resolve, reject));
  }

  /** Keeps what is left, takes a last snapshot and closes the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#flushing !== undefined) {
      await this.#flushing;
    }
    await this.#snapshots.settled();
    await this.#snapshots.close(this.#error === undefined ? this.#last : undefined);
    await this.#goingBack?.catch(() => {});
    await this.#leave();
  }

  /** The next start knows how far this one came, even if commands could not be kept. */
  async #leave(): Promise<void> {
    if (this.#error !== undefined) {
      return this.#store.close();
    }
    try {
      await this.#store.leave(this.#last);
    } catch (error) {
      this.#fail(error);
      await this.#store.close();
    }
  }

  #isSettled(): boolean {
    if (this.#options.durability === "relaxed") {
      return true;
    }
    return this.#kept === this.#last && this.#waiting.length === 0;
  }

  #wait(act: () => void, fail: (error: StoreError) => void): void {
    if (this.#error !== undefined) {
      fail(this.#error);
    } else if (this.#isSettled()) {
      act();
    } else {
      this.#waiting.push({ number: this.#last, act, fail });
    }
  }

  #note(text: string): void {
    if (this.#error !== undefined) {
      return;
    }
    const page = this.#pending.at(-1);
    if (Array.isArray(page)) {
      page.push(text);
    } else {
      this.#pending.push([text]);
    }
    this.#last += 1;
    this.#schedule();
  }

  #schedule(): void {
    this.#flushing ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#flush())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#flushing = undefined;
        // Something may have come between the last look and now.
        if (this.#pending.length > 0 && this.#error === undefined) {
          this.#schedule();
        }
      });
  }

  /** One page at a time: what comes meanwhile is the next one. */
  async #flush(): Promise<void> {
    while (this.#error === undefined) {
      const next = this.#pending.shift();
      if (next === undefined) {
        return;
      }
      await (Array.isArray(next) ? this.#keepPage(next) : this.#keepReturn(next));
    }
  }

  async #keepPage(page: readonly string[]): Promise<void> {
    const first = this.#kept + 1;
    // Behind a page that waits the exchange is elsewhere already.
    const startSnapshot = this.#pending.length === 0 ? this.#snapshots.due(this.#last) : undefined;
    this.#options.observe?.("page-begun");
    await this.#store.writePage({ first, text: pageText(page) }, first + page.length - 1);
    this.#options.observe?.("page-written");
    if (this.#error !== undefined) {
      return;
    }
    this.#kept += page.length;
    startSnapshot?.();
    this.#tell();
  }

  /** The state becomes the latest snapshot in the same write that says that the exchange went back: a start never meets one without the other. */
  async #keepReturn({ backTo, text }: WaitingReturn): Promise<void> {
    await this.#snapshots.giveUp();
    if (this.#error !== undefined) {
      return;
    }
    const last = this.#kept + 1;
    this.#options.observe?.("page-begun");
    await this.#store.writeReturn(last, text, returnText(backTo));
    this.#options.observe?.("page-written");
    if (this.#error !== undefined) {
      return;
    }
    this.#kept = last;
    this.#tell();
    await this.#snapshots.goneBack(last);
  }

  #tell(): void {
    let told = 0;
    for (; told < this.#waiting.length; told++) {
      const one = this.#waiting[told];
      if (one === undefined || one.number > this.#kept) {
        break;
      }
      one.act();
    }
    this.#waiting.splice(0, told);
  }

  #fail(cause: unknown): void {
    if (this.#error !== undefined) {
      return;
    }
    const { directory } = this.#store;
    const error = cause instanceof StoreError ? cause : new StoreError("store-failed", { directory }, { cause });
    this.#error = error;
    // A disk that has room again may still get what it could not take: before anybody hears a refusal it must not count.
    this.#refuseRest();
    for (const { fail } of this.#waiting.splice(0)) {
      fail(error);
    }
    this.#goingBack = this.#goBack();
    // Who reads meanwhile hears of it.
    this.#goingBack.catch(() => {});
    this.#options.failed(error);
  }

  async #goBack(): Promise<void> {
    await this.#options.goBack();
    this.#isBack = true;
  }

  #refuseRest(): void {
    try {
      this.#store.refuseRest();
    } catch {
      // The mark stays as it was. The disk is beyond help, and what it took last may come back with it.
    }
  }
}
