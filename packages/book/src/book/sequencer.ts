import { absentNumber, type DepthSink } from "@depthwire/core/internal";

/** What a step of `seq` above 1 means. `@spec field note 9` */
export type SequencePolicy = "contiguous" | "monotonic";

/**
 * What a message is to a subscription:
 * - `accept`: the next state
 * - `duplicate`, `stale-snapshot`: old; to be dropped
 * - `awaiting-snapshot`: an update with nothing to stand on; to be dropped
 * - `same-sequence`: a snapshot of the very state that the book should be in: its content tells
 * - `baseline-unproven`: a snapshot without `seq`
 * - `gap`, `counter-restarted`, `no-sequence`: the book is not provable any more
 */
export type SequenceVerdict =
  | "accept"
  | "duplicate"
  | "stale-snapshot"
  | "awaiting-snapshot"
  | "same-sequence"
  | "baseline-unproven"
  | "gap"
  | "counter-restarted"
  | "no-sequence";

/**
 * Decides by `seq` and update time alone which messages may change a book. It belongs to one connection and one
 * subscription: `seq` is never compared across either. The update time is compared within a connection, where it tells
 * an answer to an earlier subscription from the one that is awaited.
 *
 * @spec field notes 9 and 13
 */
export class Sequencer {
  /** Highest accepted `seq` of this subscription. */
  #seq = absentNumber;
  /** Highest accepted update time of this connection, epoch milliseconds. */
  #updatedAtMs = absentNumber;
  /** `awaiting`: subscribed, no snapshot yet; `following`: each update has its place; `lost`: something is missing. */
  #state: "awaiting" | "following" | "lost" = "lost";
  #freshSnapshot = false;
  readonly #policy: SequencePolicy;

  constructor(policy: SequencePolicy) {
    this.#policy = policy;
  }

  /** Whether the latest accepted message was a snapshot: a gap now is a gap at the first step. */
  get atFirstStep(): boolean {
    return this.#freshSnapshot;
  }

  /** Whether a snapshot was asked for and has not come. */
  get awaitingSnapshot(): boolean {
    return this.#state === "awaiting";
  }

  /** Whether the next number and the highest time follow from this state alone. */
  isAt(seq: number, updatedAtMs: number): boolean {
    return this.#state === "following" && this.#seq === seq && this.#updatedAtMs === updatedAtMs;
  }

  /** Updates were accepted that it did not see, up to this state. */
  moved(seq: number, updatedAtMs: number): void {
    this.#seq = seq;
    this.#updatedAtMs = updatedAtMs;
    this.#freshSnapshot = false;
  }

  /** A new connection: nothing known before counts, and a snapshot is awaited. */
  connected(): void {
    this.#updatedAtMs = absentNumber;
    this.resubscribed();
  }

  /** A new subscription on the same connection: a snapshot is awaited. */
  resubscribed(): void {
    this.#seq = absentNumber;
    this.#state = "awaiting";
    this.#freshSnapshot = false;
  }

  /** Something is missing: updates are of no use until a snapshot is accepted. */
  lose(): void {
    this.#state = "lost";
  }

  /** Judges a message without taking it. */
  judge(sink: DepthSink): SequenceVerdict {
    return sink.kind === "snapshot" ? this.#judgeSnapshot(sink) : this.#judgeUpdate(sink);
  }

  /** Takes a message that was applied. */
  accept(sink: DepthSink): void {
    this.#seq = sink.seq;
    if (sink.updatedAtMs > this.#updatedAtMs) {
      this.#updatedAtMs = sink.updatedAtMs;
    }
    this.#freshSnapshot = sink.kind === "snapshot";
    this.#state = "following";
  }

  #judgeSnapshot({ seq, updatedAtMs }: DepthSink): SequenceVerdict {
    if (seq === absentNumber) {
      const isOld = updatedAtMs < this.#updatedAtMs || this.#state === "lost";
      return isOld ? "stale-snapshot" : "baseline-unproven";
    }
    // Numbers from before the counter restarted are not comparable; compare times. Every number is above that of a new subscription.
    if (seq > this.#seq) {
      return updatedAtMs >= this.#updatedAtMs ? "accept" : "stale-snapshot";
    }
    if (seq < this.#seq) {
      return updatedAtMs > this.#updatedAtMs ? "accept" : "stale-snapshot";
    }
    return this.#state === "following" ? "same-sequence" : "stale-snapshot";
  }

  #judgeUpdate({ seq, updatedAtMs }: DepthSink): SequenceVerdict {
    if (this.#state !== "following") {
      return "awaiting-snapshot";
    }
    if (seq === absentNumber) {
      return "no-sequence";
    }
    if (this.#seq === absentNumber) {
      // The snapshot carried none: the first later one is the base.
      return updatedAtMs >= this.#updatedAtMs ? "accept" : "duplicate";
    }
    if (seq <= this.#seq) {
      return updatedAtMs > this.#updatedAtMs ? "counter-restarted" : "duplicate";
    }
    return seq === this.#seq + 1 || this.#policy === "monotonic" ? "accept" : "gap";
  }
}
