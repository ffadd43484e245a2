import type { DepthScales, DepthSink } from "@depthwire/core/internal";
import { ExactBook } from "../exact/book.js";
import { exactDepthOf } from "../exact/levels.js";
import { BookHistory } from "./book-history.js";
import { type ApplyResult, ColumnBook, type LevelRules } from "./column-book.js";
import type { LevelStore } from "./level-store.js";

/**
 * The levels of one book with their past, in columns while all of its integers are below 2^53, else in an
 * {@link ExactBook} until a snapshot comes that fits columns again.
 */
export class BookLevels {
  /** Holds the levels unless {@link BookLevels.exact} does. */
  readonly columns: ColumnBook;
  /** Empty unless {@link BookLevels.remember} was called. */
  readonly history: BookHistory = new BookHistory();
  #exact: ExactBook | undefined;
  #remembers = false;
  readonly #rules: LevelRules;

  constructor(rules: LevelRules, store: LevelStore | undefined) {
    this.#rules = rules;
    this.columns = new ColumnBook(rules, store);
  }

  /** Holds the levels while columns cannot. */
  get exact(): ExactBook | undefined {
    return this.#exact;
  }

  /** Whichever holds the levels. */
  get current(): ColumnBook | ExactBook {
    return this.#exact ?? this.columns;
  }

  /** Past states are kept from now on, the present one being the first. */
  remember(seq: number, updatedAtMs: number): void {
    if (!this.#remembers) {
      this.#remembers = true;
      this.history.restart(seq, updatedAtMs);
    }
  }

  /** Replaces the levels by those of a snapshot, wholly or not at all. `scales` are those of the sink's columns. */
  load(sink: DepthSink, scales: DepthScales): ApplyResult {
    const exact = sink.exact === undefined ? undefined : new ExactBook(this.#rules);
    const result = exact === undefined ? this.columns.load(sink, scales) : exact.load(exactDepthOf(sink, scales));
    if (result === "applied") {
      this.#exact = exact;
      this.history.restart(sink.seq, sink.updatedAtMs);
    }
    return result;
  }

  /**
   * Applies an update, wholly or not at all.
   *
   * @param scales those of the sink's columns
   * @param seq number of the present state, and `updatedAtMs` its time
   */
  apply(sink: DepthSink, scales: DepthScales, seq: number, updatedAtMs: number): ApplyResult {
    if (this.#exact === undefined && sink.exact === undefined && this.#rescale(scales, seq, updatedAtMs)) {
      return this.#applyToColumns(sink);
    }
    return this.#applyExactly(sink, scales, seq, updatedAtMs);
  }

  /** Whether a snapshot says what the book has. */
  holds(sink: DepthSink, scales: DepthScales): boolean {
    const said = new ExactBook(this.#rules);
    return said.load(exactDepthOf(sink, scales)) === "applied" && this.#asExact().equals(said);
  }

  #applyToColumns(sink: DepthSink): ApplyResult {
    if (!this.#remembers) {
      return this.columns.apply(sink);
    }
    this.history.prepare(this.columns, sink);
    const result = this.columns.apply(sink);
    if (result === "applied") {
      this.history.commit(sink.seq, sink.updatedAtMs);
    }
    return result;
  }

  #applyExactly(sink: DepthSink, scales: DepthScales, seq: number, updatedAtMs: number): ApplyResult {
    const depth = exactDepthOf(sink, scales);
    const book = this.#asExact();
    if (this.#exact === undefined || book.mustRefine(depth)) {
      // What is remembered is in the former form or scales.
      book.refineFor(depth);
      this.#exact = book;
      this.history.restart(seq, updatedAtMs);
    }
    if (this.#remembers) {
      this.history.prepareExact(book, depth);
    }
    const result = book.apply(depth);
    if (result === "applied" && this.#remembers) {
      this.history.commit(sink.seq, sink.updatedAtMs);
    }
    return result;
  }

  #asExact(): ExactBook {
    if (this.#exact !== undefined) {
      return this.#exact;
    }
    const book = new ExactBook(this.#rules);
    book.take(this.columns);
    return book;
  }

  /** Moves the columns to the scales of a message. False if they could then no longer hold a number, or are already finer. */
  #rescale(scales: DepthScales, seq: number, updatedAtMs: number): boolean {
    const { columns } = this;
    if (scales.priceScale === columns.priceScale && scales.quantityScale === columns.quantityScale) {
      return true;
    }
    const isFiner = scales.priceScale >= columns.priceScale && scales.quantityScale >= columns.quantityScale;
    if (!isFiner || !columns.rescale(scales)) {
      return false;
    }
    // What is remembered is in the former scales.
    this.history.restart(seq, updatedAtMs);
    return true;
  }
}
