import type { DepthChannel, DepthScales, DepthSink, ExactDepth } from "@depthwire/core/internal";
import type { ExactBook } from "../exact/book.js";
import type { ExactForm } from "../exact/form.js";
import type { BookRecord } from "./book-record.js";
import { type ApplyResult, ColumnBook, type LevelRules } from "./column-book.js";
import type { LevelStore } from "./level-store.js";
import { noHistory, type StateHistory } from "./no-history.js";

/** What a message did to levels: nothing unless it was applied. `number-too-large`: an integer passes 2^53, and there is no form for it. */
export type LevelsResult = ApplyResult | "number-too-large";

/** Which state the levels are in before a message. */
interface FormerState {
  readonly seq: number;
  readonly updatedAtMs: number;
}

/** What levels are kept in. */
export interface LevelParts {
  /** Absent: each book in memory of its own. */
  readonly store?: LevelStore | undefined;
  /** The book's channel, where its updates may be applied without asking the book. */
  readonly channel?: DepthChannel | undefined;
  /** For integers that pass 2^53. Absent: a book that has one is not live. */
  readonly exact?: ExactForm | undefined;
  /** For comparisons with answers of the venue. Absent: the book cannot be compared. */
  readonly history?: StateHistory | undefined;
}

/**
 * The levels of one book with their past, in columns while all of its integers are below 2^53, else in an
 * {@link ExactBook} until a snapshot comes that fits columns again.
 */
export class BookLevels {
  /** Holds the levels unless {@link BookLevels.exact} does. */
  readonly columns: ColumnBook;
  /** Empty unless {@link BookLevels.remember} was called. */
  readonly history: StateHistory;
  #exact: ExactBook | undefined;
  #remembers = false;
  readonly #rules: LevelRules;
  readonly #form: ExactForm | undefined;

  /** @param record holds the levels while columns can, created by the store */
  constructor(rules: LevelRules, record: BookRecord, { store, exact, history = noHistory }: LevelParts) {
    this.#rules = rules;
    this.history = history;
    this.#form = exact;
    this.columns = new ColumnBook(rules, store, record);
  }

  /** Holds the levels while columns cannot. */
  get exact(): ExactBook | undefined {
    return this.#exact;
  }

  /** Whichever holds the levels. */
  get current(): ColumnBook | ExactBook {
    return this.#exact ?? this.columns;
  }

  /** Whether an update changes nothing but columns. */
  get isPlain(): boolean {
    return this.#exact === undefined && !this.#remembers;
  }

  /** Past states are kept from now on, the present one being the first. */
  remember(seq: number, updatedAtMs: number): void {
    if (!this.#remembers) {
      this.#remembers = true;
      this.history.restart(seq, updatedAtMs);
    }
  }

  /** Replaces the levels by those of a snapshot, wholly or not at all. `scales` are those of the sink's columns. */
  load(sink: DepthSink, scales: DepthScales): LevelsResult {
    const form = this.#form;
    const exact = sink.exact && form?.create(this.#rules);
    if (form === undefined && sink.exact !== undefined) {
      return "number-too-large";
    }
    const result = exact === undefined ? this.columns.load(sink, scales) : exact.load(sink.exact as ExactDepth);
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
  apply(sink: DepthSink, scales: DepthScales, seq: number, updatedAtMs: number): LevelsResult {
    if (this.#exact === undefined && sink.exact === undefined && this.#rescale(scales, seq, updatedAtMs)) {
      return this.#applyToColumns(sink);
    }
    return this.#form === undefined
      ? "number-too-large"
      : this.#applyExactly(this.#form, sink, scales, { seq, updatedAtMs });
  }

  /** Whether a snapshot says what the book has. */
  holds(sink: DepthSink, scales: DepthScales): boolean {
    const form = this.#form;
    if (form === undefined) {
      return sink.exact === undefined && this.#columnsHold(sink, scales);
    }
    const said = form.create(this.#rules);
    return said.load(form.depthOf(sink, scales)) === "applied" && this.#asExact(form).equals(said);
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

  /** Levels that only a rounding would make equal are not. */
  #columnsHold(sink: DepthSink, scales: DepthScales): boolean {
    const said = new ColumnBook(this.#rules);
    const mine = this.columns.copy();
    const finest = {
      priceScale: Math.max(scales.priceScale, mine.priceScale),
      quantityScale: Math.max(scales.quantityScale, mine.quantityScale),
    };
    const isComparable = said.load(sink, scales) === "applied" && said.rescale(finest) && mine.rescale(finest);
    return isComparable && mine.equals(said);
  }

  #applyExactly(form: ExactForm, sink: DepthSink, scales: DepthScales, former: FormerState): ApplyResult {
    const depth = form.depthOf(sink, scales);
    const book = this.#asExact(form);
    if (this.#exact === undefined || book.mustRefine(depth)) {
      // What is remembered is in the former form or scales.
      book.refineFor(depth);
      this.#exact = book;
      this.history.restart(former.seq, former.updatedAtMs);
    }
    if (this.#remembers) {
      this.history.prepareExact(book, form.refined(depth, book));
    }
    const result = book.apply(depth);
    if (result === "applied" && this.#remembers) {
      this.history.commit(sink.seq, sink.updatedAtMs);
    }
    return result;
  }

  #asExact(form: ExactForm): ExactBook {
    if (this.#exact !== undefined) {
      return this.#exact;
    }
    const book = form.create(this.#rules);
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
