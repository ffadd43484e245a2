import type { DepthScales, DepthSink } from "@depthwire/core/internal";
import type { ExactBook } from "../exact/book.js";
import type { BookCounters } from "./book-counters.js";
import { BookLevels, type LevelParts } from "./book-levels.js";
import type { BookIntegrity, BookReason, BookStatus, DisconnectReason, ResyncCause } from "./book-status.js";
import type { ColumnBook, LevelRules } from "./column-book.js";
import type { StateHistory } from "./no-history.js";
import { type SequencePolicy, Sequencer } from "./sequencer.js";
import { UnknownLevelGuard } from "./unknown-level-guard.js";

export type { BookCounters } from "./book-counters.js";

/** The rules that a book is kept by. */
export interface DepthBookRules extends LevelRules {
  readonly sequencePolicy: SequencePolicy;
}

/** What a message did to a book: `snapshot` also answers a subscription; anything but the first three asks for a resync. */
export type DepthBookOutcome = "snapshot" | "update" | "dropped" | ResyncCause;

/**
 * One pair's book with the rules by which it may be called live. It has no timers: its owner acts on the outcomes. While
 * it is not live it keeps its last good state.
 */
export class DepthBook {
  /** What the book is by its messages; a feed's word may keep it from being called so. */
  standing: BookStatus;
  /** Grows with every change that a view would show. */
  version = 0;
  /** Why it is not live by its messages. */
  protected why: BookReason | undefined = "connecting";
  /** Counts the snapshots that replaced the book. `seq` is comparable within one epoch only. */
  epoch: number;
  /** The venue's number of the state that the book holds; 0 before the first. */
  seq = 0;
  /** The venue's time of that state, epoch milliseconds; 0 before the first. */
  updatedAtMs = 0;
  /** When that state came in, epoch milliseconds; 0 before the first. */
  receivedAtMs = 0;
  readonly #levels: BookLevels;
  /** `no-baseline`: nothing to prove; `unproven`: the snapshot carried no `seq`; `proven`: the book is live from its first `seq` on. */
  #baseline: "no-baseline" | "unproven" | "proven" = "no-baseline";
  readonly #rules: DepthBookRules;
  readonly #counters: BookCounters;
  readonly #sequencer: Sequencer;
  readonly #unknownLevels = new UnknownLevelGuard();

  /** @param epoch number of epochs that this pair has seen before, in another thread */
  constructor(rules: DepthBookRules, counters: BookCounters, epoch: number, parts: LevelParts = {}) {
    this.standing = epoch === 0 ? "syncing" : "stale";
    this.#rules = rules;
    this.#counters = counters;
    this.#sequencer = new Sequencer(rules.sequencePolicy);
    this.#levels = new BookLevels(rules, parts);
    this.epoch = epoch;
  }

  get status(): BookStatus {
    return this.standing;
  }

  /** Undefined exactly while the book is live. */
  get reason(): BookReason | undefined {
    return this.why;
  }

  /** The levels, in columns; of no meaning while {@link DepthBook.exact} is there. */
  get levels(): ColumnBook {
    return this.#levels.columns;
  }

  /** The levels while some number passes 2^53: no column can hold them then. */
  get exact(): ExactBook | undefined {
    return this.#levels.exact;
  }

  /** Whether {@link DepthBook.exact} holds the levels. */
  get isExact(): boolean {
    return this.#levels.exact !== undefined;
  }

  /** Empty unless {@link DepthBook.remember} was called. */
  get history(): StateHistory {
    return this.#levels.history;
  }

  /** See {@link BookIntegrity}. */
  get integrity(): BookIntegrity {
    return this.#rules.sequencePolicy === "contiguous" ? "sequenced" : "unsequenced";
  }

  /** Whether the next update is the first after a snapshot. */
  get atFirstStep(): boolean {
    return this.#sequencer.atFirstStep;
  }

  /** Whether a subscription is unanswered. */
  get awaitingSnapshot(): boolean {
    return this.#sequencer.awaitingSnapshot;
  }

  /** Past states are kept from now on: it costs a search for each level that changes, so only who compares pays. */
  remember(): void {
    this.#levels.remember(this.seq, this.updatedAtMs);
  }

  /**
   * Takes one decoded message of this pair, wholly or not at all.
   *
   * @param scales those of the sink's columns
   * @param receivedAtMs epoch milliseconds
   * @param nowMs monotonic milliseconds
   */
  apply(sink: DepthSink, scales: DepthScales, receivedAtMs: number, nowMs: number): DepthBookOutcome {
    const verdict = this.#sequencer.judge(sink);
    switch (verdict) {
      case "accept":
        return sink.kind === "snapshot"
          ? this.#applySnapshot(sink, scales, receivedAtMs)
          : this.#applyUpdate(sink, scales, receivedAtMs, nowMs);
      case "duplicate":
        this.#counters.duplicates++;
        return "dropped";
      case "stale-snapshot":
        this.#counters.staleSnapshots++;
        return "dropped";
      case "awaiting-snapshot":
        this.#counters.awaitingSnapshot++;
        return "dropped";
      case "same-sequence":
        return this.#compareSnapshot(sink, scales);
      case "baseline-unproven":
        return this.#applyUnproven(sink, scales, receivedAtMs);
      default:
        return this.lose(verdict);
    }
  }

  /** Whether the book follows a snapshot without `seq` that nothing has confirmed. */
  get awaitsProof(): boolean {
    return this.#baseline === "unproven";
  }

  /** A remembered state was found equal to the venue's answer: what follows from it is right, once it has a `seq`. */
  prove(): void {
    this.#baseline = "proven";
    if (this.seq > 0) {
      this.#show("live", undefined);
    }
  }

  /** The book can no longer be proven: it is not live until the next accepted snapshot. Returns the cause. */
  lose(cause: ResyncCause): ResyncCause {
    this.#sequencer.lose();
    this.#baseline = "no-baseline";
    if (cause === "crossed") {
      this.#counters.crossed++;
    } else {
      this.#counters.gaps++;
    }
    this.#show(cause === "crossed" ? "crossed" : "gapped", cause);
    return cause;
  }

  /** Gives a better reason why the book is not live. It does not change a live book. */
  explain(reason: BookReason): void {
    if (this.standing !== "live") {
      this.#show(this.standing, reason);
    }
  }

  /** The snapshot that comes next is of another connection to the venue: its numbers are not comparable with those before. */
  renewed(): void {
    this.#baseline = "no-baseline";
    this.#sequencer.connected();
  }

  /** The connection is gone, or was not made. Numbers of the next one are not comparable. */
  disconnected(reason: DisconnectReason | "connecting"): void {
    this.#sequencer.lose();
    this.#baseline = "no-baseline";
    this.#show(this.standing === "syncing" ? "syncing" : "stale", reason);
  }

  /** A subscription was sent on a new connection or again on the same one; its snapshot is awaited. */
  subscribed(on: "new-connection" | "same-connection"): void {
    this.#baseline = "no-baseline";
    if (on === "new-connection") {
      this.#sequencer.connected();
    } else {
      this.#sequencer.resubscribed();
    }
    if (this.standing === "syncing" || this.standing === "stale") {
      this.#show(this.standing, "awaiting-snapshot");
    }
  }

  /** A snapshot without `seq`: the book follows it, but is not live before something confirms it. */
  #applyUnproven(sink: DepthSink, scales: DepthScales, receivedAtMs: number): DepthBookOutcome {
    if (this.standing === "live" && !this.awaitingSnapshot) {
      return "dropped";
    }
    if (this.#baseline !== "no-baseline" && this.#isPresentState(sink, scales)) {
      this.prove();
      return "dropped";
    }
    this.#baseline = "unproven";
    this.remember();
    return this.#loadSnapshot(sink, scales, receivedAtMs);
  }

  #isPresentState(sink: DepthSink, scales: DepthScales): boolean {
    return sink.updatedAtMs === this.updatedAtMs && this.#levels.holds(sink, scales);
  }

  #applySnapshot(sink: DepthSink, scales: DepthScales, receivedAtMs: number): DepthBookOutcome {
    this.#baseline = "no-baseline";
    return this.#loadSnapshot(sink, scales, receivedAtMs);
  }

  #loadSnapshot(sink: DepthSink, scales: DepthScales, receivedAtMs: number): DepthBookOutcome {
    const result = this.#levels.load(sink, scales);
    if (result !== "applied") {
      return this.lose(result === "number-too-large" ? result : "overflow");
    }
    this.epoch++;
    this.#counters.snapshots++;
    this.#unknownLevels.restart();
    return this.#advance(sink, receivedAtMs) ?? "snapshot";
  }

  #applyUpdate(sink: DepthSink, scales: DepthScales, receivedAtMs: number, nowMs: number): DepthBookOutcome {
    const result = this.#levels.apply(sink, scales, this.seq, this.updatedAtMs);
    if (result !== "applied") {
      return this.lose(result);
    }
    const crossed = this.#advance(sink, receivedAtMs);
    return crossed ?? this.#countUnknownLevels(nowMs) ?? "update";
  }

  /** The state of the message is the book's now. Live, unless it is crossed. */
  #advance(sink: DepthSink, receivedAtMs: number): "crossed" | undefined {
    this.#sequencer.accept(sink);
    this.seq = Math.max(0, sink.seq);
    this.updatedAtMs = sink.updatedAtMs;
    this.receivedAtMs = receivedAtMs;
    this.#counters.applied++;
    const { current } = this.#levels;
    this.#counters.repeatedLevels += current.repeatedLevels;
    if (current.crossed) {
      this.lose("crossed");
      return "crossed";
    }
    const hasBase = this.#baseline === "no-baseline" || (this.#baseline === "proven" && this.seq > 0);
    if (hasBase) {
      this.#show("live", undefined);
    } else {
      this.#show("syncing", "baseline-unproven");
    }
    return undefined;
  }

  #countUnknownLevels(nowMs: number): "unknown-level" | undefined {
    const { unknownLevels } = this.#levels.current;
    if (unknownLevels === 0) {
      return undefined;
    }
    this.#counters.unknownLevels += unknownLevels;
    if (!this.#unknownLevels.isTooMany(unknownLevels, nowMs) || this.#rules.sequencePolicy === "monotonic") {
      return undefined;
    }
    this.lose("unknown-level");
    return "unknown-level";
  }

  /** A snapshot that nobody asked for, of the state that the book is in: it must say the same. */
  #compareSnapshot(sink: DepthSink, scales: DepthScales): DepthBookOutcome {
    if (this.#levels.holds(sink, scales)) {
      this.#counters.duplicates++;
      return "dropped";
    }
    return this.lose("conflicting-snapshot");
  }

  #show(status: BookStatus, reason: BookReason | undefined): void {
    this.standing = status;
    this.why = reason;
    this.version++;
  }
}
