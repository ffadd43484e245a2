import type { Account } from "@depthwire/client";
import type { Clock, Logger } from "@depthwire/core";
import type { OrderVerdict } from "@depthwire/rest";
import { pause } from "../mirror/wait.js";
import { RefusedError } from "../server/answer.js";

/** How often a search that failed is begun again, in milliseconds. */
const againAfterMs = 1_000;

/** What a fence is made of. */
export interface FenceParts {
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly begun?: Promise<void> | undefined;
}

/** What a search for the outcomes of earlier processes stands at. */
export interface FenceState {
  /** Whether opening orders are let through. */
  readonly isOpen: boolean;
  /** Whether outcomes are looked for. When they are known, and it is not open, the account has not begun yet. */
  readonly isSearching: boolean;
  /** Epoch milliseconds at which the search began. */
  readonly sinceMs: number;
  /** Opening orders that wait here. */
  readonly waiting: number;
  /** Client ids of orders of which even a whole search could not tell: somebody must look. */
  readonly unknown: readonly string[];
}

/**
 * Opening orders wait here until it is known what became of those that earlier processes sent: a client that repeats an order after a crash would
 * otherwise have it twice.
 */
export class OutcomeFence {
  readonly #opened: Promise<void>;
  readonly #verdicts = new Map<string, OrderVerdict>();
  readonly #state: { -readonly [Name in keyof FenceState]: FenceState[Name] };

  readonly #clock: Clock;

  /**
   * Begins the search.
   *
   * @param begun resolves when it is kept where the account began: what was traded before that is told to nobody
   */
  constructor(account: Pick<Account, "resolvePending">, { clock, logger, begun = Promise.resolve() }: FenceParts) {
    this.#clock = clock;
    this.#state = { isOpen: false, isSearching: true, sinceMs: clock.epochMs(), waiting: 0, unknown: [] };
    this.#opened = this.#open(this.#search(account, logger), begun);
  }

  get state(): FenceState {
    return this.#state;
  }

  /** Resolves when every earlier outcome has a verdict, or nobody looks for one any more. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** Waits for it. @param maxMs milliseconds @throws RefusedError 503 when that was not long enough: nothing was sent */
  async wait(maxMs: number): Promise<void> {
    if (this.#state.isOpen) {
      return;
    }
    this.#state.waiting++;
    let cancel = (): void => {};
    const tooLong = new Promise<boolean>((resolve) => {
      cancel = this.#clock.after(maxMs, () => resolve(true));
    });
    const isOver = await Promise.race([this.#opened.then(() => false), tooLong]);
    cancel();
    this.#state.waiting--;
    if (isOver) {
      const message = "The order was not sent: opening orders wait until earlier outcomes are known; ask again";
      throw new RefusedError(503, "not-placed", message);
    }
  }

  /** What became of an order of an earlier process, once that is known; undefined for what was not looked for. */
  verdictOf(clientOrderId: string): OrderVerdict | undefined {
    return this.#verdicts.get(clientOrderId);
  }

  async #open(search: Promise<void>, begun: Promise<void>): Promise<void> {
    await search;
    this.#state.isSearching = false;
    await begun;
    this.#state.isOpen = true;
  }

  async #search(account: Pick<Account, "resolvePending">, logger: Logger | undefined): Promise<void> {
    for (;;) {
      try {
        const outcomes = await account.resolvePending();
        for (const { intent, verdict } of outcomes) {
          if (intent.clientOrderId !== undefined) {
            this.#verdicts.set(intent.clientOrderId, verdict);
          }
        }
        const unknown = outcomes.filter(({ verdict }) => verdict.kind === "unknown");
        this.#state.unknown = unknown.map(({ intent }) => intent.clientOrderId ?? intent.operation);
        return;
      } catch (error) {
        if (isClosed(error)) {
          return;
        }
        logger?.log("warn", "outcomes-not-known", { error: error instanceof Error ? error.message : "unknown" });
        await pause(this.#clock, againAfterMs);
      }
    }
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "closed";
}
