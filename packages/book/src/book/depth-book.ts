import type { DepthScales, DepthSink } from "@depthwire/core/internal";
import type { ExactBook } from "../exact/book.js";
import type { BookCounters } from "./book-counters.js";
import { BookLevels, type LevelParts } from "./book-levels.js";
import type { BookRecord } from "./book-record.js";
import type { BookIntegrity, BookReason, BookStatus, DisconnectReason, ResyncCause } from "./book-status.js";
import type { ColumnBook } from "./column-book.js";
import { type DepthBookOutcome, type DepthBookRules, droppedCounters } from "./depth-book-rules.js";
import { ownLevels } from "./level-store.js";
import type { StateHistory } from "./no-history.js";
import { Sequencer } from "./sequencer.js";
import { UnknownLevelGuard } from "./unknown-level-guard.js";

/**
 * One pair's book with the rules by which it may be called live. It has no timers: its owner acts on the outcomes. While
 * it is not live it keeps its last good state.
 */
export class DepthBook {
  /** What the book is by its messages; a feed's word may keep it from being called so. */
  standing: BookStatus;
  /** Why it is not live by its messages. */
  protected why: BookReason | undefined = "connecting";
  /** Counts the snapshots that replaced the book. `seq` is comparable within one epoch only. */
  epoch: number;
  readonly #record: BookRecord;
  readonly #levels: BookLevels;
  /** `no-baseline`: nothing to prove; `unproven`: the snapshot carried no `seq`; `proven`: the book is live from its first `seq` on. */
  #baseline: "no-baseline" | "unproven" | "proven" = "no-baseline";
  readonly #rules: DepthBookRules;
  readonly #counters: BookCounters;
  /** Behind the record while that is handed over. */
  readonly #sequencer: Sequencer;
  readonly #unknownLevels = new UnknownLevelGuard();

  /** @param epoch number of epochs that this pair has seen before, in another thread */
  constructor(rules: DepthBookRules, counters: BookCounters, epoch: number, parts: LevelParts = {}) {
    this.standing = epoch === 0 ? "syncing" : "stale";
    this.#rules = rules;
    this.#counters = counters;
    this.#sequencer = new Sequencer(rules.sequencePolicy);
    const { store = ownLevels, channel } = parts;
    this.#record = store.createRecord(rules, channel);
    this.#levels = new BookLevels(rules, this.#record, parts);
    this.epoch = epoch;
  }

  /** Grows with every change that a view would show. */
  get version(): number {
    return this.#record.version;
  }

  /** The venue's number of the state that the book holds; 0 before the first. */
  get seq(): number {
    return this.#record.seq;
  }

  /** The venue's time of that state, epoch milliseconds; 0 before the first. */
  get updatedAtMs(): number {
    return this.#record.updatedAtMs;
  }

  /** When that state came in, epoch milliseconds; 0 before the first. */
  get receivedAtMs(): number {
    return this.#record.receivedAtMs;
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
    return this.#sequencer.atFirstStep && !this.#record.hasMoved;
  }

  /** Whether a subscription is unanswered. */
  get awaitingSnapshot(): boolean {
    return this.#sequencer.awaitingSnapshot;
  }

  /** Past states are kept from now on: it costs a search for each level that changes, so only who compares pays. */
  remember(): void {
    this.#record.takeBack?.(this.#sequencer);
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
    this.#record.takeBack?.(this.#sequencer);
    const outcome = this.#judge(sink, scales, receivedAtMs, nowMs);
    if (this.standing === "live" && !this.awaitsProof) {
      this.#record.give?.(this.#levels, this.#sequencer, this.#rules.maxLevels);
    }
    return outcome;
  }

  #judge(sink: DepthSink, scales: DepthScales, receivedAtMs: number, nowMs: number): DepthBookOutcome {
    const verdict = this.#sequencer.judge(sink);
    switch (verdict) {
      case "accept":
        if (sink.kind === "update") {
          return this.#applyUpdate(sink, scales, receivedAtMs, nowMs);
        }
        this.#baseline = "no-baseline";
        return this.#loadSnapshot(sink, scales, receivedAtMs);
      case "duplicate":
      case "stale-snapshot":
      case "awaiting-snapshot":
        this.#counters[droppedCounters[verdict]]++;
        return "dropped";
      case "same-sequence":
        // A snapshot that nobody asked for, of the state that the book is in: it must say the same.
        if (!this.#levels.holds(sink, scales)) {
          return this.lose("conflicting-snapshot");
        }
        this.#counters.duplicates++;
        return "dropped";
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
    this.#forget();
    this.#sequencer.lose();
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
    this.#forget();
    this.#sequencer.connected();
  }

  /** The connection is gone, or was not made. Numbers of the next one are not comparable. */
  disconnected(reason: DisconnectReason | "connecting"): void {
    this.#forget();
    this.#sequencer.lose();
    this.#show(this.standing === "syncing" ? "syncing" : "stale", reason);
  }

  /** A subscription was sent on a new connection or again on the same one; its snapshot is awaited. */
  subscribed(on: "new-connection" | "same-connection"): void {
    this.#forget();
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
    const isPresentTime = sink.updatedAtMs === this.updatedAtMs;
    if (this.#baseline !== "no-baseline" && isPresentTime && this.#levels.holds(sink, scales)) {
      this.prove();
      return "dropped";
    }
    this.#baseline = "unproven";
    this.remember();
    return this.#loadSnapshot(sink, scales, receivedAtMs);
  }

  #loadSnapshot(sink: DepthSink, scales: DepthScales, receivedAtMs: number): DepthBookOutcome {
    const result = this.#levels.load(sink, scales);
    if (result !== "applied") {
      return this.lose(result);
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
    const { unknownLevels } = this.#levels.current;
    if (crossed === undefined && unknownLevels > 0) {
      this.#counters.unknownLevels += unknownLevels;
      if (this.#unknownLevels.isTooMany(unknownLevels, nowMs) && this.#rules.sequencePolicy !== "monotonic") {
        return this.lose("unknown-level");
      }
    }
    return crossed ?? "update";
  }

  /** The state of the message is the book's now. Live, unless it is crossed. */
  #advance(sink: DepthSink, receivedAtMs: number): "crossed" | undefined {
    const record = this.#record;
    this.#sequencer.accept(sink);
    record.seq = Math.max(0, sink.seq);
    record.updatedAtMs = sink.updatedAtMs;
    record.receivedAtMs = receivedAtMs;
    this.#counters.applied++;
    const { current } = this.#levels;
    this.#counters.repeatedLevels += current.repeatedLevels;
    if (current.crossed) {
      this.lose("crossed");
      return "crossed";
    }
    const hasBase = this.#baseline === "no-baseline" || (this.#baseline === "proven" && this.seq > 0);
    this.#show(hasBase ? "live" : "syncing", hasBase ? undefined : "baseline-unproven");
    return undefined;
  }

  #show(status: BookStatus, reason: BookReason | undefined): void {
    this.standing = status;
    this.why = reason;
    this.changed();
  }

  /** A view would show something else now. */
  protected changed(): void {
    this.#record.version++;
  }

  /** Nothing that was true of the former messages is relied upon. */
  #forget(): void {
    this.#record.takeBack?.(this.#sequencer);
    this.#baseline = "no-baseline";
  }
}
