import { type GiveUp, type LoopWatch, watchLoop } from "@depthwire/account/internal";
import type { BookTop, BookVerdict, BookView } from "@depthwire/book";
import { doubtfulStatus, TopBuffer } from "@depthwire/book/internal";
import { TransportError, ValidationError } from "@depthwire/core";
import type { BookEntry } from "./book-entry.js";
import type { BookReader } from "./book-reader.js";
import type { EnginePorts } from "./engine-ports.js";
import { LatestValue } from "./latest-value.js";
import type { VerifyOptions } from "./verify-book.js";

/**
 * The views of one pair's book, newest wins: a reader that is slow skips states, it never lags behind them.
 * Leaving a `for await` loop closes the stream quietly; aborting its signal closes it too, and the loop throws `aborted`.
 */
export interface BookStream extends AsyncIterable<BookView> {
  /**
   * The newest view. With books in threads it is read out of memory that the thread shares; where none can be shared, and
   * at the very first reading, it is the newest that has come over, and reading it asks for a newer one.
   */
  readonly latest: BookView;
  /**
   * The best levels as they are now, without an object made: the same one is filled by each call, and is valid until the
   * next. With books in threads they come out of shared memory, as {@link BookStream.latest} does.
   *
   * @param levels most levels a side, at least 1 and not more than the stream's; default 10
   * @throws ValidationError `option-invalid`
   */
  read(levels?: number): BookTop;
  /**
   * Compares the book, at most 200 levels a side, with what the venue answers over REST, at equal update time only. It
   * costs one request, or a few where the times do not meet. A book that is proven wrong is `gapped` from then on, reason
   * `contradicted`, and resyncs. No sequence number tells when the last update before silence was lost: then this does.
   *
   * @throws ValidationError `option-invalid` without a depth source
   * @throws TransportError `aborted`, `closed`, and what the source throws
   */
  verify(options?: VerifyOptions): Promise<BookVerdict>;
  /** Ends the loops over this stream, and the subscription when nobody else reads the pair. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a {@link PairStream} is made of. */
export interface PairStreamParts {
  readonly entry: BookEntry;
  /** Most levels a side in its views. */
  readonly levels: number;
  readonly giveUp: GiveUp | undefined;
  readonly loops: LoopWatch | undefined;
  /** See `EnginePorts.doubtOf`. */
  readonly doubtOf: EnginePorts["doubtOf"];
  /** Called once. */
  readonly onClose: (stream: PairStream) => void;
  /** Called for each view that a loop gets, with how many states the loop did not get since the view before. */
  readonly onView: (view: BookView, passedOver: number) => void;
  readonly verify: (entry: BookEntry, options: VerifyOptions) => Promise<BookVerdict>;
}

/** Levels a side of a reading that names no number. */
const defaultReadLevels = 10;

/** One reader of a {@link BookEntry}. */
export class PairStream implements BookStream, BookReader {
  readonly entry: BookEntry;
  readonly levels: number;
  readonly #parts: PairStreamParts;
  readonly #views: LatestValue<BookView>;
  readonly #unfollow: (() => void) | undefined;
  #closed = false;
  #top: TopBuffer | undefined;

  constructor(parts: PairStreamParts) {
    this.#parts = parts;
    this.entry = parts.entry;
    this.levels = parts.levels;
    this.#views = new LatestValue(parts.entry.viewFor(this), {
      wanted: () => this.entry.pull(),
      abandoned: () => this.close(),
    });
    this.entry.readers.add(this);
    this.#unfollow = parts.giveUp?.follow((error) => this.#close((last) => this.#views.fail(error, last)));
  }

  get latest(): BookView {
    if (!this.#closed) {
      this.entry.refresh();
    }
    return this.#trusted(this.#views.value);
  }

  read(levels: number = defaultReadLevels): BookTop {
    const top = this.#topOf(Math.min(levels, this.levels));
    if (this.#closed) {
      top.status = "stale";
      top.reason = "closed";
    } else {
      this.entry.readTop(top);
      const doubt = top.status === "live" ? this.#parts.doubtOf?.(this.entry.pair) : undefined;
      if (doubt !== undefined) {
        top.status = doubtfulStatus(doubt);
        top.reason = doubt;
      }
    }
    return top;
  }

  get isAwaited(): boolean {
    return this.#views.isAwaited;
  }

  show(view: BookView): void {
    this.#views.set(view);
  }

  verify(options: VerifyOptions = {}): Promise<BookVerdict> {
    return this.#closed ? Promise.reject(new TransportError("closed", {})) : this.#parts.verify(this.entry, options);
  }

  close(): void {
    this.#close((last) => this.#views.finish(last));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<BookView, undefined, undefined> {
    const views = this.#views.iterate();
    const { onView, loops, entry } = this.#parts;
    let version: number | undefined;
    const told: AsyncIterator<BookView, undefined, undefined> = {
      next: async () => {
        const result = await views.next();
        if (result.done !== true) {
          const view = this.#trusted(result.value);
          // Versions of a new thread start again.
          onView(view, version === undefined ? 0 : Math.max(0, view.version - version - 1));
          version = view.version;
          return view === result.value ? result : { done: false, value: view };
        }
        return result;
      },
      return: async () => (await views.return?.()) ?? { done: true, value: undefined },
    };
    return watchLoop(told, loops, `book ${entry.pair}`);
  }

  #trusted(view: BookView): BookView {
    const doubt = view.status === "live" ? this.#parts.doubtOf?.(this.entry.pair) : undefined;
    return doubt === undefined ? view : view.relabelled(doubtfulStatus(doubt), doubt);
  }

  #topOf(levels: number): TopBuffer {
    if (this.#top?.levels !== levels) {
      if (!(Number.isInteger(levels) && levels >= 1)) {
        throw new ValidationError("option-invalid", { option: "levels", rule: "an integer from 1" });
      }
      this.#top = new TopBuffer(levels);
    }
    return this.#top;
  }

  #close(end: (last: BookView) => void): void {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    this.#unfollow?.();
    this.entry.readers.delete(this);
    end(this.#views.value.relabelled("stale", "closed"));
    this.#parts.onClose(this);
  }
}
