/**
 * Why something of a stream is missing, or may be:
 * - `disconnected`: the connection was gone
 * - `thread-lost`: the shard's thread was gone
 * - `overflow`: the reader was too slow
 * - `rejected`: a message could not be read
 * - `damaged-frame`: a frame of the connection was damaged; whether it was this channel's is unknown
 * - `internal-error`: a defect in this package
 * - `hole`: the channel went on behind the next candle, and nothing told why
 * - `history-unavailable`: the venue was asked for older candles and did not give them
 * - `relay-gap`: a message of the relay is missing, or could not be read
 * - `owner-changed`: another owner of the relay tells the channel now
 */
export type StreamGapReason =
  | "disconnected"
  | "thread-lost"
  | "overflow"
  | "rejected"
  | "damaged-frame"
  | "internal-error"
  | "hole"
  | "history-unavailable"
  | "relay-gap"
  | "owner-changed";

/**
 * Here a stream was interrupted. What the interruption hid and could be found follows behind it, each thing once.
 * Both times are of receipt, epoch milliseconds.
 */
export interface StreamGap {
  readonly kind: "gap";
  /** The last time up to which nothing is missing. */
  readonly fromMs: number;
  /** From then on nothing is missing, up to the next gap. */
  readonly toMs: number;
  readonly reason: StreamGapReason;
  /** How many messages or items are known to be missing; 0 where nobody can know. */
  readonly dropped: number;
  /** What is missing after all that could be done about it: `something` for certain, or nobody can know. */
  readonly missing: "nothing" | "something" | "unknown";
  /** For candles: those that opened strictly between the two times may be missing, and the candle of `afterMs` may not be final. */
  readonly candles?: { readonly afterMs: number; readonly beforeMs: number };
}

/** Something that came at `atMs` was dropped, because its reader was too slow. */
export function overflowAt(atMs: number): StreamGap {
  return { kind: "gap", fromMs: atMs, toMs: atMs, reason: "overflow", dropped: 1, missing: "something" };
}

const missingRanks: readonly StreamGap["missing"][] = ["nothing", "unknown", "something"];

/** Joins two gaps, the earlier one first. The reason is `overflow` if either has it, else the later one's. */
export function joinGaps(first: StreamGap, second: StreamGap): StreamGap {
  const rank = Math.max(missingRanks.indexOf(first.missing), missingRanks.indexOf(second.missing));
  const candles = joinCandles(first.candles, second.candles);
  return {
    kind: "gap",
    fromMs: Math.min(first.fromMs, second.fromMs),
    toMs: Math.max(first.toMs, second.toMs),
    reason: first.reason === "overflow" ? "overflow" : second.reason,
    dropped: first.dropped + second.dropped,
    missing: missingRanks[rank] ?? "unknown",
    ...(candles === undefined ? {} : { candles }),
  };
}

type CandleSpan = NonNullable<StreamGap["candles"]>;

function joinCandles(first: CandleSpan | undefined, second: CandleSpan | undefined): CandleSpan | undefined {
  if (first === undefined || second === undefined) {
    return first ?? second;
  }
  return {
    afterMs: Math.min(first.afterMs, second.afterMs),
    beforeMs: Math.max(first.beforeMs, second.beforeMs),
  };
}
