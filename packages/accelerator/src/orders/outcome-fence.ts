import type { Account } from "@depthwire/client";
import type { Clock, Logger } from "@depthwire/core";
import type { OrderVerdict } from "@depthwire/rest";
import { pause } from "../mirror/wait.js";

/** How often a search that failed is begun again, in milliseconds. */
const againAfterMs = 1_000;

/** What a search for the outcomes of earlier processes stands at. */
export interface FenceState {
  /** Whether opening orders are let through. */
  readonly isOpen: boolean;
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
  readonly #state: { isOpen: boolean; readonly sinceMs: number; waiting: number; unknown: readonly string[] };

  /** Begins the search. */
  constructor(account: Pick<Account, "resolvePending">, clock: Clock, logger: Logger | undefined) {
    this.#state = { isOpen: false, sinceMs: clock.epochMs(), waiting: 0, unknown: [] };
    this.#opened = this.#search(account, clock, logger);
  }

  get state(): FenceState {
    return this.#state;
  }

  /** Resolves when every earlier outcome has a verdict, or nobody waits for one any more. */
  async wait(): Promise<void> {
    this.#state.waiting++;
    await this.#opened;
    this.#state.waiting--;
  }

  /** What became of an order of an earlier process, once that is known; undefined for what was not looked for. */
  verdictOf(clientOrderId: string): OrderVerdict | undefined {
    return this.#verdicts.get(clientOrderId);
  }

  async #search(account: Pick<Account, "resolvePending">, clock: Clock, logger: Logger | undefined): Promise<void> {
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
        this.#state.isOpen = true;
        return;
      } catch (error) {
        if (isClosed(error)) {
          return;
        }
        logger?.log("warn", "outcomes-not-known", { error: error instanceof Error ? error.message : "unknown" });
        await pause(clock, againAfterMs);
      }
    }
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "closed";
}
