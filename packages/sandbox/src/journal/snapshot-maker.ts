import {
  decodeState,
  Exchange,
  type ExchangeConfig,
  type ExchangeState,
  type GraphTable,
  logsOf,
} from "@depthwire/exchange/internal";
import { readPage } from "./page-text.js";
import type { FromSnapshotThread, ToSnapshotThread } from "./snapshot-messages.js";
import { encodeNow, type KindPage, type PageRange, pageRanges, partsOf } from "./snapshot-text.js";

type Message<Kind extends ToSnapshotThread["kind"]> = Extract<ToSnapshotThread, { readonly kind: Kind }>;

/** A snapshot's pages and text, one thing after the other. */
function* writings(newPages: readonly KindPage[], text: string): Generator<FromSnapshotThread> {
  for (const page of newPages) {
    yield { kind: "page", page };
  }
  for (const part of partsOf(text)) {
    yield { kind: "text", text: part };
  }
}

/**
 * Follows a venue by its journal, some commands behind, and writes it down as it was after one of them. It runs in a thread, where it
 * may take as long as it takes.
 */
export class SnapshotMaker {
  #config: ExchangeConfig | undefined;
  #exchange: Exchange | undefined;
  /** A state that waits for its pages. */
  #state: ExchangeState | undefined;
  #parts: string[] = [];
  #pages: KindPage[] = [];
  #writings: Generator<FromSnapshotThread> | undefined;

  /** Does what a message says, and answers. */
  take(message: ToSnapshotThread): FromSnapshotThread {
    switch (message.kind) {
      case "begin":
        this.#config = message.config;
        return { kind: "done" };
      case "state-part":
        this.#parts.push(message.text);
        return { kind: "done" };
      case "state-whole":
        return { kind: "needs", pages: this.#readState() };
      case "state-pages":
        this.#pages.push(...message.pages);
        return { kind: "done" };
      case "commands":
        return { kind: "carried-out", commands: this.#carryOut(message) };
      case "encode":
        return this.#encode(message);
      case "next":
        return this.#next();
      default:
        throw new TypeError("an unknown message");
    }
  }

  #readState(): readonly PageRange[] {
    const text = this.#parts.join("");
    this.#parts = [];
    this.#state = decodeState(JSON.parse(text) as GraphTable);
    const logs = logsOf(this.#state.remembered);
    // A snapshot that the exchange went back to has its pages in its text; those in the store belong to another past.
    return pageRanges(this.#state).map(({ from, to }, log) => ({
      from: logs[log]?.isComplete === true ? to : from,
      to,
    }));
  }

  #begun(): Exchange {
    if (this.#exchange === undefined) {
      if (this.#config === undefined) {
        throw new TypeError("nobody has said which exchange begins");
      }
      if (this.#state !== undefined) {
        this.#complete(this.#state);
      }
      this.#exchange = new Exchange(this.#config, this.#state);
      this.#state = undefined;
    }
    return this.#exchange;
  }

  #complete({ remembered }: ExchangeState): void {
    for (const [log, records] of logsOf(remembered).entries()) {
      const own = this.#pages.filter((page) => page.log === log);
      if (own.length > 0) {
        records.complete(own);
      }
    }
    this.#pages = [];
  }

  #carryOut({ texts }: Message<"commands">): number {
    const exchange = this.#begun();
    let count = 0;
    for (const entry of texts.flatMap(readPage)) {
      if ("backTo" in entry) {
        throw new TypeError("the exchange went back: its snapshot is the beginning");
      }
      exchange.apply(entry.command, entry.at);
      count += 1;
    }
    return count;
  }

  #encode({ recordsKept }: Message<"encode">): FromSnapshotThread {
    const { text, ranges, newPages } = encodeNow(this.#begun().state, recordsKept);
    this.#writings = writings(newPages, text);
    return { kind: "encoded", ranges, length: text.length };
  }

  #next(): FromSnapshotThread {
    const next = this.#writings?.next();
    if (next === undefined || next.done === true) {
      // The text is not held any longer than it is needed.
      this.#writings = undefined;
      return { kind: "end" };
    }
    return next.value;
  }
}
