import { type GiveUp, giveUpBy } from "@depthwire/account/internal";
import type { BookVerdict, DepthSource } from "@depthwire/book";
import type { DepthEvidence } from "@depthwire/book/internal";
import type { CancelTimer, Clock } from "@depthwire/core";
import { type AbortListeners, abortSignal, checkOptions, type OptionTable, wholeFrom } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { depthQueryLevelsLimit } from "@depthwire/schema/internal";

/** How a comparison with the venue's answer goes about it. */
export interface VerifyOptions {
  /** Levels a side that are compared, 1 to 200 (the default). */
  readonly size?: number | undefined;
  /**
   * Most requests to the venue: an answer may be of a time of which the book has no state, and only a second one shows that
   * no further push is on its way. From 2, default 3.
   */
  readonly attempts?: number | undefined;
  /** Ends the call, which rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

const verifyOptionTable: OptionTable<VerifyOptions> = {
  size: /* @__PURE__ */ wholeFrom(depthQueryLevelsLimit.min, depthQueryLevelsLimit.max),
  attempts: /* @__PURE__ */ wholeFrom(2),
  signal: abortSignal,
};

/** {@link VerifyOptions} with the defaults filled in. */
export interface ResolvedVerifyOptions {
  readonly size: number;
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fills in the defaults.
 *
 * @throws ValidationError `option-invalid`
 */
export function resolveVerifyOptions(options: VerifyOptions): ResolvedVerifyOptions {
  checkOptions(options, verifyOptionTable);
  const { size = 200, attempts = 3, signal } = options;
  return { size, attempts, signal };
}

/** A book that can be compared. */
export interface VerifiableBook {
  readonly pair: Pair;
  remember(): void;
  verify(evidence: DepthEvidence): Promise<BookVerdict>;
}

/** What the comparison needs of the world. */
export interface VerifyPorts {
  readonly source: DepthSource;
  readonly clock: Clock;
  /** Follows signals of callers. */
  readonly listeners: AbortListeners;
}

/** How long one wait for a push is: an answer may come before the push of the same state. */
const pushPatienceMs = 100;
/** How many such waits there are before the venue is asked again. */
const pushWaits = 10;

/**
 * Asks the venue and compares, again while nothing can be said.
 *
 * @throws TransportError `aborted`, and whatever the source throws
 */
export async function verifyBook(
  book: VerifiableBook,
  { source, clock, listeners }: VerifyPorts,
  { size, attempts, signal }: ResolvedVerifyOptions,
): Promise<BookVerdict> {
  const giveUp = giveUpBy(signal, listeners);
  book.remember();
  for (let attempt = 1; ; attempt++) {
    const { updatedAtMs, asks, bids } = await source(book.pair, { size, signal });
    const evidence = { updatedAtMs, asks, bids, size };
    const verdict = await compareOncePushed(book, clock, evidence, giveUp);
    if (verdict.kind !== "inconclusive" || !causesOfTime.has(verdict.cause)) {
      return verdict;
    }
    if (attempt >= attempts) {
      return verdict.cause === "newer" ? book.verify({ ...evidence, pushes: "came" }) : verdict;
    }
    await pause(clock, pushPatienceMs, giveUp);
  }
}

/** Causes that another answer may not have. */
const causesOfTime: ReadonlySet<string> = new Set(["older", "newer", "no-such-state"]);

async function compareOncePushed(
  book: VerifiableBook,
  clock: Clock,
  answer: Omit<DepthEvidence, "pushes">,
  giveUp: GiveUp | undefined,
): Promise<BookVerdict> {
  for (let waits = 0; ; waits++) {
    const verdict = await book.verify({ ...answer, pushes: "may-come" });
    if (verdict.kind !== "inconclusive" || verdict.cause !== "newer" || waits >= pushWaits) {
      return verdict;
    }
    await pause(clock, pushPatienceMs, giveUp);
  }
}

function pause(clock: Clock, delayMs: number, giveUp: GiveUp | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let unfollow = (): void => {};
    const cancel: CancelTimer = clock.after(delayMs, () => {
      unfollow();
      resolve();
    });
    unfollow =
      giveUp?.follow((error) => {
        cancel();
        reject(error);
      }) ?? unfollow;
  });
}
