import type { UnknownOutcome } from "@depthwire/core";
import type { RememberedIntent } from "../call/intent-store.js";
import type { OrderVerdict } from "./order-verdict.js";

/** What became of one call of an earlier process. */
export interface PendingOutcome {
  /** What was sent. */
  readonly intent: UnknownOutcome;
  /** Whether the earlier process heard the venue's answer: then the order was placed, and the verdict tells what it is now. */
  readonly wasAnswered: boolean;
  /**
   * As of {@link RestClient.resolveOrder}. `placed` without orders: it was answered, and the venue shows it no more. Calls without an id of the caller's
   * stay `unknown`; once you know, tell the store with `end`.
   */
  readonly verdict: OrderVerdict;
}

/** Calls of earlier processes of which it is not known what became. */
export class PendingCalls {
  #left: readonly RememberedIntent[] = [];

  /** Takes over what a store remembers. */
  recall(remembered: readonly RememberedIntent[]): void {
    this.#left = remembered.filter(({ end }) => end === undefined || end === "unknown" || end === "answered");
  }

  /** What is not known yet. */
  intents(): readonly UnknownOutcome[] {
    return this.#left.map(({ intent }) => intent);
  }

  /**
   * Finds out what became of each; those of which it cannot be told are asked for again the next time.
   *
   * @param find a verdict for each, in order
   */
  async resolve(
    find: (intents: readonly UnknownOutcome[]) => Promise<readonly OrderVerdict[]>,
  ): Promise<readonly PendingOutcome[]> {
    const asked = this.#left;
    const verdicts = await find(asked.map(({ intent }) => intent));
    const outcomes = asked.map(({ intent, end }, index) => {
      const wasAnswered = end === "answered";
      return { intent, wasAnswered, verdict: judge(verdicts[index] as OrderVerdict, wasAnswered) };
    });
    const isLeft = new Set(outcomes.filter(({ verdict }) => verdict.kind === "unknown").map(({ intent }) => intent));
    this.#left = asked.filter(({ intent }) => isLeft.has(intent));
    return outcomes;
  }
}

/** An order that was answered was placed, whatever the venue still shows of it. */
function judge(verdict: OrderVerdict, wasAnswered: boolean): OrderVerdict {
  return wasAnswered && verdict.kind === "not-placed" ? { kind: "placed", orders: [] } : verdict;
}
