import type { BookView } from "@depthwire/book";
import { type CancelTimer, type Clock, ValidationError } from "@depthwire/core";
import { encodeJson, encodeUtf8 } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import type { Bus } from "../bus/bus.js";
import { relayViewCodec } from "../views/view-codec.js";
import type { Subjects } from "../wire/subjects.js";
import type { OwnerCounts } from "./owner-counts.js";
import type { PublishedChannel } from "./published-channel.js";

/** How views are published. */
export interface ViewOptions {
  /** Most views of a pair in a second, 0.1 to 100: in between the newest wins. */
  readonly hz: number;
  /** Levels a side, 1 to 500; default 20. */
  readonly levels?: number | undefined;
}

/** What a {@link ViewPublisher} is made of. */
export interface ViewPublisherParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly owner: string;
  readonly pairs: readonly string[];
  readonly clock: Clock;
  readonly options: ViewOptions;
  readonly bookOf: (pair: string, levels: number) => BookView | undefined;
  readonly statusOf: (pair: string) => Pick<PublishedChannel, "status" | "reason"> | undefined;
  readonly venueAgeMs: (pair: string) => number | undefined;
  readonly acts: () => boolean;
  readonly counts: OwnerCounts;
}

interface PublishedView {
  readonly pair: string;
  readonly subject: string;
  /** Whether there is something that was not published. */
  isNew: boolean;
  publishedAtMs: number;
}

/** What has not changed is sent again after so long, so that silence means something. */
const repeatAfterMs = 1_000;
const bounds = { minHz: 0.1, maxHz: 100, maxLevels: 500, levels: 20 } as const;

/** Publishes the best levels of a shard's books as JSON, newest wins: for readers that keep no book. */
export class ViewPublisher {
  readonly #parts: ViewPublisherParts;
  readonly #levels: number;
  readonly #everyMs: number;
  readonly #views = new Map<string, PublishedView>();
  #term = 0;
  #cancel: CancelTimer | undefined;

  /** @throws ValidationError `option-invalid` */
  constructor(parts: ViewPublisherParts) {
    const { hz, levels = bounds.levels } = parts.options;
    if (!(hz >= bounds.minHz && hz <= bounds.maxHz)) {
      throw new ValidationError("option-invalid", { option: "views.hz", rule: "a number from 0.1 to 100" });
    }
    if (!(Number.isInteger(levels) && levels >= 1 && levels <= bounds.maxLevels)) {
      throw new ValidationError("option-invalid", { option: "views.levels", rule: "an integer from 1 to 500" });
    }
    this.#parts = parts;
    this.#levels = levels;
    this.#everyMs = 1_000 / hz;
    for (const pair of parts.pairs) {
      const subject = parts.subjects.view(pair);
      this.#views.set(pair, { pair, subject, isNew: true, publishedAtMs: Number.NEGATIVE_INFINITY });
    }
  }

  /** Publishes all of them under a term, and from now on what changes. */
  start(term: number): void {
    this.#term = term;
    for (const view of this.#views.values()) {
      view.isNew = true;
      view.publishedAtMs = Number.NEGATIVE_INFINITY;
    }
    this.#tick();
  }

  stop(): void {
    this.#term = 0;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** A book changed. */
  changed(pair: string): void {
    const view = this.#views.get(pair);
    if (view !== undefined) {
      view.isNew = true;
    }
  }

  /** A book is called something else: that waits for no turn, as far as the rate allows. */
  labelled(pair: string): void {
    const view = this.#views.get(pair);
    if (view !== undefined) {
      view.isNew = true;
      this.#publishIfDue(view, this.#parts.clock.monotonicMs());
    }
  }

  #tick(): void {
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    for (const view of this.#views.values()) {
      this.#publishIfDue(view, nowMs);
    }
    this.#cancel = clock.after(this.#everyMs, () => this.#tick());
  }

  #publishIfDue(view: PublishedView, nowMs: number): void {
    const passedMs = nowMs - view.publishedAtMs;
    const isDue = view.isNew ? passedMs >= this.#everyMs : passedMs >= Math.max(repeatAfterMs, this.#everyMs);
    if (isDue && this.#term > 0 && this.#parts.acts()) {
      view.isNew = false;
      view.publishedAtMs = nowMs;
      this.#parts.bus.publish(view.subject, encodeUtf8(this.#textOf(view.pair)));
      this.#parts.counts.views++;
    }
  }

  #textOf(pair: string): string {
    const { owner, clock, bookOf, statusOf, venueAgeMs } = this.#parts;
    const book = bookOf(pair, this.#levels);
    const { status, reason } = book ?? statusOf(pair) ?? { status: "syncing", reason: undefined };
    const venueMs = status === "live" ? venueAgeMs(pair) : undefined;
    return encodeJson(relayViewCodec, {
      pair: pair as Pair,
      status,
      ...(reason === undefined ? {} : { reason }),
      owner,
      term: this.#term,
      epoch: book?.epoch ?? 0,
      seq: book?.seq ?? 0,
      updatedAtMs: book?.updatedAtMs ?? 0,
      ageMs: book === undefined ? 0 : Math.max(0, Math.ceil(clock.epochMs() - book.receivedAtMs)),
      ...(venueMs === undefined ? {} : { freshWithinMs: Math.ceil(venueMs) }),
      asks: book?.asks.levels() ?? [],
      bids: book?.bids.levels() ?? [],
    });
  }
}
