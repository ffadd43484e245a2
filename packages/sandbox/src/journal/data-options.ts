import { ValidationError } from "@depthwire/core";
import type { OlderState } from "../store/older-state.js";
import { type Durability, durabilities } from "./durability.js";
import type { JournalHistory, JournalStep } from "./journal-history.js";
import { usualLargeVenue, usualReplayMs } from "./snapshot-policy.js";

/** Where and how a sandbox keeps what happens in it. Without a directory it keeps nothing. */
export interface DataOptions {
  /** Directory of the data; made if it does not exist. The next start from it continues where this one ends, however it ends. */
  readonly dataDirectory?: string;
  /** What a crash may cost; `process` by default: nothing when the process is killed. */
  readonly durability?: Durability;
  /** Whether commands are forgotten once a snapshot has made them unnecessary; `trim` by default. */
  readonly journalHistory?: JournalHistory;
  /** A snapshot is taken when carrying out again what follows the last one would take about so long, in milliseconds; 150 by default. */
  readonly maxReplayMs?: number;
  /**
   * From this size on a thread of its own makes the snapshots, which takes the memory of a second exchange: a venue's waiting orders
   * and plans, and 5 for each user, 40 for each market; 4,000 by default. A smaller venue stops for its snapshots, for about 10 ms.
   */
  readonly largeVenue?: number;
  /**
   * What a start does when the directory holds less than was acknowledged, or files that are not as the last close left them:
   * `refuse` (the default), or `accept` and go on from whatever can still be read.
   */
  readonly olderState?: OlderState;
  /**
   * Number of a command that the directory must have come to; 0 by default. With 1 no new venue begins, which a directory that was
   * emptied or not mounted would otherwise be taken for. `recovery.last` tells how far a directory came.
   */
  readonly dataAtLeast?: number;
  /** Hears of every step on the way to the disk, at once: for tests of crashes. */
  readonly journalObserver?: (step: JournalStep) => void;
}

/** {@link DataOptions} with all defaults filled in. */
export interface DataSettings {
  readonly directory: string;
  readonly durability: Durability;
  readonly history: JournalHistory;
  readonly maxReplayMs: number;
  readonly largeVenue: number;
  readonly olderState: OlderState;
  readonly atLeast: number;
  readonly observe: (step: JournalStep) => void;
}

const observeNothing = (): void => {};

/**
 * Fills in the defaults and checks what was given.
 *
 * @returns nothing when nothing is to be kept
 * @throws ValidationError `option-invalid`
 */
export function dataSettingsOf(options: DataOptions): DataSettings | undefined {
  const {
    dataDirectory,
    durability = "process",
    journalHistory = "trim",
    maxReplayMs = usualReplayMs,
    largeVenue = usualLargeVenue,
    olderState = "refuse",
    dataAtLeast: atLeast = 0,
    journalObserver: observe = observeNothing,
  } = options;
  if (!durabilities.includes(durability)) {
    throw new ValidationError("option-invalid", { option: "durability", rule: `one of ${durabilities.join(", ")}` });
  }
  if (dataDirectory === undefined) {
    // Who asks for kept data must not get a venue that keeps nothing.
    const asksForData = atLeast !== 0 ? "dataAtLeast" : olderState === "refuse" ? undefined : "olderState";
    if (asksForData === undefined) {
      return undefined;
    }
    throw new ValidationError("option-invalid", { option: asksForData, rule: "given together with a data directory" });
  }
  if (dataDirectory === "") {
    throw new ValidationError("option-invalid", { option: "dataDirectory", rule: "the name of a directory" });
  }
  const settings = {
    directory: dataDirectory,
    durability,
    history: journalHistory,
    maxReplayMs,
    largeVenue,
    olderState,
    atLeast,
    observe,
  };
  checkNumbers(settings);
  return settings;
}

function checkNumbers({ maxReplayMs, largeVenue, atLeast }: DataSettings): void {
  if (!Number.isInteger(maxReplayMs) || maxReplayMs < 1 || maxReplayMs > 60_000) {
    throw new ValidationError("option-invalid", { option: "maxReplayMs", rule: "an integer from 1 to 60000" });
  }
  if (!Number.isSafeInteger(largeVenue) || largeVenue < 0) {
    throw new ValidationError("option-invalid", { option: "largeVenue", rule: "an integer from 0" });
  }
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) {
    throw new ValidationError("option-invalid", { option: "dataAtLeast", rule: "an integer from 0" });
  }
}
