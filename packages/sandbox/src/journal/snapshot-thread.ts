import { Worker } from "node:worker_threads";
import type { ExchangeConfig } from "@depthwire/exchange/internal";
import type { JournalStore } from "./journal-store.js";
import type { FromSnapshotThread, ToSnapshotThread } from "./snapshot-messages.js";
import type { KindPage, PageRange } from "./snapshot-text.js";

/** Loaded from sources (by a test runner), the thread still runs the built file: workers know no TypeScript. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/journal/snapshot-entry.js" : "./snapshot-entry.js",
  import.meta.url,
);

/** So many pages of commands, or of records, go to the thread at once: on a busy machine each message waits for a core. */
const pagesAtOnce = 64;

type Answer<Kind extends FromSnapshotThread["kind"]> = Extract<FromSnapshotThread, { readonly kind: Kind }>;

/** A snapshot that the thread has made and now hands over. */
export interface MadeSnapshot {
  /** Number of the last command that is in it. */
  readonly last: number;
  readonly ranges: readonly PageRange[];
  /** Length of its text, in UTF-16 units. */
  readonly length: number;
  readonly writings: AsyncIterable<KindPage | string>;
}

/**
 * A thread that makes the snapshots of a large venue: it carries out again what the journal keeps, and writes down the state as of
 * one command, while the venue goes on. What it is told and asked goes in small messages, one at a time, so that no turn of the
 * venue has to do much.
 */
export class SnapshotThread {
  readonly #store: JournalStore;
  readonly #config: ExchangeConfig;
  readonly #worker: Worker;
  #answered:
    | { readonly resolve: (answer: FromSnapshotThread) => void; readonly reject: (cause: Error) => void }
    | undefined;
  #ended: Error | undefined;
  /** Number of the last command that it has carried out. */
  #last = 0;
  #hasBegun = false;

  /** Starts a thread. With its first snapshot it begins where the store's latest one stands, or at the first command where there is none. */
  constructor(store: JournalStore, config: ExchangeConfig) {
    this.#store = store;
    this.#config = config;
    // Flags of the process are not for it: with `--input-type`, a worker of a file does not start.
    this.#worker = new Worker(entry, { name: "depthwire-snapshots", execArgv: [] });
    this.#worker.on("message", (answer: FromSnapshotThread) => this.#answered?.resolve(answer));
    this.#worker.on("error", (cause) => this.#end(cause));
    this.#worker.on("exit", (code) => this.#end(new Error(`the thread of snapshots ended with code ${code}`)));
  }

  /**
   * Makes a snapshot.
   *
   * @param last number of the command of which it is to be; all up to it are kept
   * @param recordsKept of each kind of finished records, the number of the first full page that is not kept yet
   * @throws StoreError `store-corrupt` when a kept command cannot be read; Error when the thread is gone or does not work
   */
  async make(last: number, recordsKept: readonly number[]): Promise<MadeSnapshot> {
    if (!this.#hasBegun) {
      await this.#begin();
      this.#hasBegun = true;
    }
    let waiting: string[] = [];
    for await (const { text } of this.#store.pages(this.#last + 1, last)) {
      waiting.push(text);
      if (waiting.length === pagesAtOnce) {
        await this.#carryOut(waiting);
        waiting = [];
      }
    }
    await this.#carryOut(waiting);
    // The number of commands tells whether a page was missing.
    if (this.#last !== last) {
      throw new Error(`the commands behind ${this.#last} are not kept`);
    }
    const { ranges, length } = await this.#ask("encoded", { kind: "encode", recordsKept });
    return { last, ranges, length, writings: this.#writings() };
  }

  async #carryOut(texts: readonly string[]): Promise<void> {
    const { commands } = await this.#ask("carried-out", { kind: "commands", texts });
    this.#last += commands;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#end(new Error("the thread of snapshots was closed"));
    await this.#worker.terminate();
  }

  async #begin(): Promise<void> {
    await this.#ask("done", { kind: "begin", config: this.#config });
    const snapshot = await this.#store.latestSnapshot();
    if (snapshot === undefined) {
      return;
    }
    for await (const text of snapshot.parts) {
      await this.#ask("done", { kind: "state-part", text });
    }
    const { pages } = await this.#ask("needs", { kind: "state-whole" });
    for (const [log, range] of pages.entries()) {
      await this.#handPages(log, range);
    }
    this.#last = snapshot.last;
  }

  async #handPages(log: number, { from, to }: PageRange): Promise<void> {
    for (let at = from; at < to; at += pagesAtOnce) {
      const end = Math.min(at + pagesAtOnce, to);
      const found = await this.#store.readRecords(log, at, end);
      const pages = found.map((page) => ({ log, ...page }));
      await this.#ask("done", { kind: "state-pages", pages });
    }
  }

  async *#writings(): AsyncGenerator<KindPage | string> {
    for (;;) {
      const next = await this.#exchange({ kind: "next" });
      if (next.kind === "page") {
        yield next.page;
      } else if (next.kind === "text") {
        yield next.text;
      } else {
        return;
      }
    }
  }

  async #ask<Kind extends FromSnapshotThread["kind"]>(kind: Kind, message: ToSnapshotThread): Promise<Answer<Kind>> {
    const answer = await this.#exchange(message);
    if (answer.kind !== kind) {
      throw new Error(`the thread of snapshots answered ${answer.kind}`);
    }
    return answer as Answer<Kind>;
  }

  /** One message, one answer. Only while it waits for one does the thread keep the process alive. */
  async #exchange(message: ToSnapshotThread): Promise<FromSnapshotThread> {
    if (this.#ended !== undefined) {
      throw this.#ended;
    }
    this.#worker.ref();
    try {
      const answer = await new Promise<FromSnapshotThread>((resolve, reject) => {
        this.#answered = { resolve, reject };
        this.#worker.postMessage(message, []);
      });
      if (answer.kind === "failed") {
        throw new Error(`a snapshot could not be made: ${answer.text}`);
      }
      return answer;
    } finally {
      this.#answered = undefined;
      this.#worker.unref();
    }
  }

  #end(cause: Error): void {
    this.#ended ??= cause;
    this.#answered?.reject(this.#ended);
  }
}
