import { protocolErrorOf } from "@depthwire/core/internal";
import type { PastBook } from "./book-history.js";
import type { ResyncCause } from "./book-status.js";
import { type BookVerdict, inconclusive, type LevelDifference } from "./book-verdict.js";
import { type SideEvidence, sideDifferences, sideEvidence } from "./compare-depth.js";
import type { DepthBook } from "./depth-book.js";
import type { DepthSnapshotRead } from "./depth-source.js";

/** What the venue answered, and when. */
export interface DepthEvidence extends DepthSnapshotRead {
  /** Levels a side that it was asked for. */
  readonly size: number;
  /** Whether pushes that lead to this answer may still come, even within the same millisecond. */
  readonly pushes: "may-come" | "came";
}

/** Both sides of an answer. */
interface BookEvidence {
  readonly asks: SideEvidence;
  readonly bids: SideEvidence;
}

/**
 * Compares a live book, or one whose baseline is to be proven, with the venue's answer, at equal update time only. If several
 * states have one time, one equal state is enough: the answer may show any of them. At either end of the known states there
 * may be one more such state.
 */
export function verifyDepth(depth: DepthBook, evidence: DepthEvidence): BookVerdict {
  const { updatedAtMs, pushes } = evidence;
  const theirs = readEvidence(evidence);
  if (depth.status !== "live" && !depth.awaitsProof) {
    return inconclusive("not-live");
  }
  if (theirs === undefined) {
    return inconclusive("unusable-answer");
  }
  if (updatedAtMs > depth.updatedAtMs) {
    const isBehind = pushes === "came" && differencesOf(depth.exact ?? depth.levels, theirs).length > 0;
    return inconclusive(isBehind ? "behind" : "newer");
  }
  const verdict = compareStates(depth, updatedAtMs, theirs);
  if (verdict?.kind !== "different") {
    return verdict ?? inconclusive(updatedAtMs < depth.history.oldestMs ? "older" : "no-such-state");
  }
  if (updatedAtMs === depth.updatedAtMs) {
    return pushes === "came" ? verdict : inconclusive("newer");
  }
  return updatedAtMs === depth.history.oldestMs ? inconclusive("older") : verdict;
}

/** What a verdict means for the book: undefined where nothing is wrong, or nothing known. */
export function resyncCauseOf(verdict: BookVerdict): ResyncCause | undefined {
  if (verdict.kind === "different") {
    return "contradicted";
  }
  return verdict.kind === "inconclusive" && verdict.cause === "behind" ? "behind" : undefined;
}

/** The verdict on all remembered states of this time; undefined if no state has it. */
function compareStates(
  { levels, exact, history }: DepthBook,
  updatedAtMs: number,
  theirs: BookEvidence,
): BookVerdict | undefined {
  let verdict: BookVerdict | undefined;
  history.visit(exact ?? levels, updatedAtMs, (past, seq) => {
    const differences = differencesOf(past, theirs);
    if (differences.length > 0) {
      verdict ??= { kind: "different", seq, updatedAtMs, differences };
      return false;
    }
    const compared = theirs.asks.levels.size + theirs.bids.levels.size;
    verdict =
      compared === 0 ? inconclusive("nothing-to-compare") : { kind: "equal", seq, updatedAtMs, levels: compared };
    return true;
  });
  return verdict;
}

function differencesOf(book: PastBook, theirs: BookEvidence): LevelDifference[] {
  return [...sideDifferences(book, "asks", theirs.asks), ...sideDifferences(book, "bids", theirs.bids)];
}

function readEvidence({ asks, bids, size }: DepthEvidence): BookEvidence | undefined {
  try {
    const [askEvidence, bidEvidence] = [sideEvidence("asks", asks, size), sideEvidence("bids", bids, size)];
    return askEvidence && bidEvidence && { asks: askEvidence, bids: bidEvidence };
  } catch (error) {
    if (protocolErrorOf(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
