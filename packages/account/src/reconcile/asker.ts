import type { Clock } from "@depthwire/core";
import type { PageRequest, Reconciler } from "./reconciler.js";

type Request<Answer> = (reconciler: Reconciler, signal: AbortSignal) => Promise<Answer>;

/** How often one request is sent before the reconciliation is put off. */
const attempts = 4;

/** First wait after a request that failed; it doubles with each further one. */
const firstRetryMs = 250;

/** Sends the requests of a reconciliation. All end when the account is closed. */
export class Asker {
  /** Requests that were sent. */
  requests = 0;
  /** Requests that failed and were sent again. */
  failures = 0;
  readonly signal: AbortSignal;
  readonly #reconciler: Reconciler;
  readonly #clock: Clock;

  constructor(reconciler: Reconciler, clock: Clock, signal: AbortSignal) {
    this.#reconciler = reconciler;
    this.#clock = clock;
    this.signal = signal;
  }

  /** One answer. What fails is asked again a few times; then the failure is the caller's. */
  async ask<Answer>(request: Request<Answer>): Promise<Answer> {
    for (let attempt = 1; attempt < attempts; attempt++) {
      try {
        return await this.#send(request);
      } catch {
        this.signal.throwIfAborted();
        this.failures += 1;
        await this.pause(firstRetryMs * 2 ** (attempt - 1));
      }
    }
    return this.#send(request);
  }

  #send<Answer>(request: Request<Answer>): Promise<Answer> {
    this.signal.throwIfAborted();
    this.requests += 1;
    return request(this.#reconciler, this.signal);
  }

  /** Waits. */
  async pause(delayMs: number): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        cancel();
        this.signal.removeEventListener("abort", finish);
        resolve();
      };
      const cancel = this.#clock.after(delayMs, finish);
      this.signal.addEventListener("abort", finish);
    });
    this.signal.throwIfAborted();
  }
}

/** A list that is read page by page and goes on where it was interrupted. */
export class PageCursor<Item> {
  readonly items: Item[] = [];
  readonly #size: number;
  readonly #isLast: (page: readonly Item[]) => boolean;
  #page = 1;
  #isDone = false;

  /**
   * @param size records of a page: a page with fewer is the last
   * @param isLast whether reading may end behind this page although more may follow
   */
  constructor(size: number, isLast: (page: readonly Item[]) => boolean = () => false) {
    this.#size = size;
    this.#isLast = isLast;
  }

  /** Reads the pages that were not read yet. */
  async readOn(read: (request: PageRequest) => Promise<readonly Item[]>): Promise<void> {
    while (!this.#isDone) {
      const items = await read({ page: this.#page, size: this.#size });
      this.items.push(...items);
      this.#page += 1;
      this.#isDone = items.length < this.#size || this.#isLast(items);
    }
  }
}
