import type { Change } from "@depthwire/sandbox/internal";
import type { DataStore } from "./data-store.js";
import { keyOf, recordKinds } from "./record-keys.js";

/** What was answered to a request. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An order by the id that it was sent under. */
export interface NamedOrder {
  readonly clientOrderId: string;
  /** Who chose the id: the client of the accelerator, or the accelerator. */
  readonly chosenBy: "client" | "accelerator";
}

/** A request that is carried out once. */
export interface KeptRequest {
  /** Its Idempotency-Key or client id. */
  readonly name: string;
  /** Tells its body from others. */
  readonly fingerprint: string;
  /** The order that was sent for it; undefined for what is no order. */
  readonly order: NamedOrder | undefined;
  /** Undefined where the process ended before it was answered. */
  readonly answer: KeptAnswer | undefined;
}

/** A request in the store. */
interface Entry {
  readonly request: KeptRequest;
  readonly atMs: number;
  n: number | undefined;
}

/** Answers are remembered for a week. */
const maxAgeMs = 7 * 86_400_000;

/** Requests and what was answered to them, beyond the end of the process. */
export class KeptAnswers {
  readonly #store: DataStore;
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, Entry>();
  /** Requests that are about to be sent, by client id: written together with their intents. */
  readonly #waiting = new Map<string, Entry>();
  #next = 1;

  private constructor(store: DataStore, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Opens the answers of a store. @param nowMs epoch milliseconds @throws StoreError `store-corrupt`, `store-failed` */
  static async open(store: DataStore, nowMs: () => number): Promise<KeptAnswers> {
    const answers = new KeptAnswers(store, nowMs);
    const tooOld: Change[] = [];
    for (const { n, text } of await store.list(recordKinds.answers)) {
      const { atMs, ...request } = JSON.parse(text) as KeptRequest & { readonly atMs: number };
      answers.#next = n + 1;
      if (request.answer !== undefined && atMs < nowMs() - maxAgeMs) {
        tooOld.push({ key: keyOf(recordKinds.answers, n), value: undefined });
      } else {
        answers.#entries.set(request.name, { request, atMs, n });
      }
    }
    if (tooOld.length > 0) {
      void store.write(tooOld, "system");
    }
    return answers;
  }

  /** What is remembered, oldest first. */
  *found(): Generator<KeptRequest> {
    for (const { request } of this.#entries.values()) {
      yield request;
    }
  }

  /** The request is written together with the intent of its order. */
  beginWithIntent(request: KeptRequest & { readonly order: NamedOrder }): void {
    this.#waiting.set(request.order.clientOrderId, { request, atMs: this.#nowMs(), n: undefined });
  }

  /** What must be written with this order's intent. */
  withIntent(clientOrderId: string): readonly Change[] {
    const entry = this.#waiting.get(clientOrderId);
    this.#waiting.delete(clientOrderId);
    return entry === undefined ? [] : [this.#put(entry)];
  }

  /** The request is about to be sent. @returns when the disk has it @throws StoreError `store-failed` */
  begin(request: KeptRequest): Promise<void> {
    return this.#store.write([this.#put({ request, atMs: this.#nowMs(), n: undefined })], "disk");
  }

  /** It was answered. @returns when that is kept @throws StoreError `store-failed` */
  answered(request: KeptRequest): Promise<void> {
    const { n, atMs } = this.#entries.get(request.name) ?? { n: undefined, atMs: this.#nowMs() };
    this.#drop(request);
    return this.#store.write([this.#put({ request, atMs, n })], "system");
  }

  /** It was not carried out, or is too old. @returns when that is kept @throws StoreError `store-failed` */
  async forget(request: KeptRequest): Promise<void> {
    this.#drop(request);
    const entry = this.#entries.get(request.name);
    this.#entries.delete(request.name);
    if (entry?.n !== undefined) {
      await this.#store.write([{ key: keyOf(recordKinds.answers, entry.n), value: undefined }], "system");
    }
  }

  #drop({ order }: KeptRequest): void {
    if (order !== undefined) {
      this.#waiting.delete(order.clientOrderId);
    }
  }

  #put(entry: Entry): Change {
    entry.n ??= this.#next++;
    const { request, atMs, n } = entry;
    this.#entries.set(request.name, entry);
    return { key: keyOf(recordKinds.answers, n), value: JSON.stringify({ ...request, atMs }) };
  }
}
