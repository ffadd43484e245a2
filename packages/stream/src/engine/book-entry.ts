import { type BookIntegrity, type BookReason, type BookVerdict, BookView, type BookViewData } from "@depthwire/book";
import { type DepthEvidence, emptyViewData, isCompleteFor, type TopBuffer } from "@depthwire/book/internal";
import type { Pair } from "@depthwire/schema";
import type { FollowedItem, FollowTerms } from "../shard/book/followed-item.js";
import type { HostedBook, ShardHost } from "../shard/host/shard-host.js";
import type { BookStatusMessage } from "../shard/thread/shard-messages.js";
import { type BookPlace, further } from "./book-place.js";
import type { BookReader } from "./book-reader.js";
import { StateReaders } from "./every-state.js";

/** What a book is called, and why. */
type Label = Pick<BookViewData, "status" | "reason">;

const unknownVersion = -1;

/** What a {@link BookEntry} is made of. */
export interface BookEntryParts {
  readonly id: number;
  readonly pair: Pair;
  readonly host: ShardHost;
  readonly integrity: BookIntegrity;
  /** Called whenever the book's status or reason changes. */
  readonly onLabel: (view: BookView, place: BookPlace) => void;
}

/**
 * One pair on the main side, shared by all its readers. It joins what the shard says with what the host knows about the
 * shard. A label may take `live` away from a view; only the shard can give it.
 */
export class BookEntry implements HostedBook {
  readonly id: number;
  readonly pair: Pair;
  readonly readers: Set<BookReader> = new Set();
  /** Who reads every state. */
  readonly states: StateReaders;
  isRemembered = false;
  readonly #host: ShardHost;
  readonly #onLabel: BookEntryParts["onLabel"];
  #data: BookViewData;
  /** The shard's latest word on the book's status, and on where the book stands. */
  #told: Label & BookPlace;
  /** What the host knows better. */
  #loss: BookReason | undefined;
  /** Levels a side of the view that was asked for and has not come; 0 when none was. */
  #pulledLevels = 0;
  /** Version of the newest state that this thread's shard told: shared memory is faster than messages under way. */
  #newestVersion = unknownVersion;
  /** The thread that the data come from: versions of another thread start again, so equal versions are not the same state. */
  #origin: "present-thread" | "lost-thread" = "present-thread";
  #shownLevels = Number.POSITIVE_INFINITY;
  #view: BookView;

  constructor({ id, pair, host, integrity, onLabel }: BookEntryParts) {
    this.id = id;
    this.pair = pair;
    this.#host = host;
    this.states = new StateReaders(pair);
    this.#onLabel = onLabel;
    this.#data = emptyViewData(id, integrity);
    this.#told = this.#data;
    this.#view = this.#makeView();
  }

  get epoch(): number {
    return this.#place.epoch;
  }

  get knownVersion(): number {
    return this.#origin === "present-thread" && isCompleteFor(this.#data, this.levels)
      ? this.#data.version
      : unknownVersion;
  }

  get followed(): FollowTerms | undefined {
    return this.states.terms;
  }

  /** Whether anybody reads the book, its newest views or its every state. */
  get isRead(): boolean {
    return this.readers.size + this.states.size > 0;
  }

  get levels(): number {
    let levels = 1;
    for (const reader of this.readers) {
      levels = Math.max(levels, reader.levels);
    }
    return levels;
  }

  /** The newest view that is here, with as many levels as were asked for. */
  get view(): BookView {
    return this.#view;
  }

  /** The present state with all levels where it can be read at once, else the newest view that is here. */
  wholeView(): BookView {
    // What a thread wrote that is silent or gone says nothing about now, and what is older than the last message neither.
    const data =
      this.#loss === undefined
        ? this.#host.read({ id: this.id, levels: Number.POSITIVE_INFINITY }, unknownVersion)
        : undefined;
    return data === undefined || data.version < this.#newestVersion
      ? this.#view
      : new BookView(this.pair, data, data, Number.POSITIVE_INFINITY);
  }

  /** Begins to keep the book; the first view comes without being pulled. */
  start(): void {
    this.#pulledLevels = this.levels;
    this.#host.subscribe(this);
  }

  stop(): void {
    this.#host.unsubscribe(this);
  }

  /** Another reader of every state came or went. */
  followStates(): void {
    this.#host.follow(this);
  }

  receiveStates(batch: readonly FollowedItem[]): void {
    this.#hearSuccessor();
    this.states.receive(batch);
  }

  /** Past states are kept from now on, so that answers of the venue can be compared with them. */
  remember(): void {
    if (!this.isRemembered) {
      this.isRemembered = true;
      this.#host.remember(this);
    }
  }

  /** Holds the book against the venue's answer, in its shard. */
  verify(evidence: DepthEvidence): Promise<BookVerdict> {
    return this.#host.verify(this, evidence);
  }

  /** Updates the view if that needs no message; otherwise asks for a newer one. */
  refresh(): void {
    if (!this.#host.isReadable(this)) {
      this.pull();
      return;
    }
    const data = this.#host.read(this, this.knownVersion);
    if (data !== undefined) {
      this.#take(data);
    }
  }

  /** Reads the best levels of the newest state that can be read at once, or of the last good view if nothing is newer. */
  readTop(into: TopBuffer): void {
    const isRead = this.#host.isReadable(this) && this.#host.readTop(this, into);
    if (isRead && into.version >= this.#newestVersion) {
      this.#newestVersion = into.version;
      if (this.#loss !== undefined) {
        into.status = into.epoch === 0 ? "syncing" : "stale";
        into.reason = this.#loss;
      }
      return;
    }
    this.pull();
    into.fill(this.#data);
    ({ status: into.status, reason: into.reason } = this.#label());
  }

  /** A newer view is wanted: read now where that is possible, else asked for, once. */
  pull(): void {
    const data = this.#host.take(this, this.knownVersion);
    // A message can be faster than the memory: a state older than the view at hand must not count as an answer.
    if (data !== undefined && data.version >= this.#newestVersion) {
      this.#take(data);
    } else if (this.#pulledLevels < this.levels) {
      this.#pulledLevels = this.levels;
      this.#host.pull(this);
    }
  }

  receiveView(data: BookViewData): void {
    this.#pulledLevels = 0;
    this.#hearSuccessor();
    this.#take(data);
    // The credit is used up, even if what came had been read before: loops that still wait need another one.
    this.#pullIfAwaited();
  }

  receiveStatus(message: BookStatusMessage): void {
    const { status, reason } = message;
    this.#hearSuccessor();
    if (message.version >= this.#newestVersion) {
      this.#newestVersion = message.version;
      this.#told = { ...further(this.#told, message), status, reason };
    }
    if (status === "live" && this.#data.status !== "live") {
      this.pull();
    }
    this.#show();
  }

  receiveLoss(reason: "thread-lost" | "thread-silent"): void {
    const label = { status: this.#lossStatus(), reason };
    if (reason === "thread-lost") {
      // The credit died with the thread; its successor gets a new one when the book is introduced to it.
      this.#pulledLevels = this.levels;
      this.#newestVersion = unknownVersion;
      this.#origin = "lost-thread";
      // What the dead thread left is never live again, whatever becomes of its successor.
      this.#data = { ...this.#data, ...label };
      this.#told = { ...this.#told, ...label };
    }
    // A silent thread is told of at each look, and a successor may be lost that has said nothing.
    if (this.#loss !== reason) {
      this.#loss = reason;
      this.states[reason === "thread-lost" ? "lose" : "doubt"](label.status);
    }
    this.#show();
  }

  receiveRecovery(): void {
    this.#loss = undefined;
    this.states.doubt();
    this.#show();
  }

  /** A message after a loss is the successor's. One after silence may have been on its way: only its host can end that. */
  #hearSuccessor(): void {
    if (this.#loss === "thread-lost") {
      this.#loss = undefined;
    }
  }

  /** The newest view with as many levels as the reader wants. One that lacks some is not shown as live. */
  viewFor(reader: BookReader): BookView {
    return this.#view.status === "live" && !isCompleteFor(this.#data, reader.levels)
      ? this.#view.relabelled("syncing", "awaiting-snapshot")
      : this.#view.top(reader.levels);
  }

  #take(data: BookViewData): void {
    if (data.version < this.#newestVersion) {
      return;
    }
    this.#newestVersion = data.version;
    this.#origin = "present-thread";
    this.#data = data;
    this.#told = data;
    this.#show();
  }

  /** Makes a new view if anything changed, and gives it to all readers. */
  #show(): void {
    const former = this.#view;
    const view = this.#makeView();
    const sameLabel = view.status === former.status && view.reason === former.reason;
    if (sameLabel && view.version === former.version && this.#shownLevels === this.#data.levels) {
      return;
    }
    this.#shownLevels = this.#data.levels;
    this.#view = view;
    if (!sameLabel) {
      this.#onLabel(view, this.#place);
    }
    for (const reader of this.readers) {
      reader.show(this.viewFor(reader));
    }
    this.#pullIfAwaited();
  }

  #pullIfAwaited(): void {
    for (const reader of this.readers) {
      if (reader.isAwaited) {
        this.pull();
        return;
      }
    }
  }

  /** How far the book is known to have come: no view says it where every state is read alone. */
  get #place(): BookPlace {
    return further(this.#told, this.states.newest);
  }

  #makeView(): BookView {
    return new BookView(this.pair, this.#data, this.#label(), Number.POSITIVE_INFINITY);
  }

  #label(): Label {
    if (this.#loss !== undefined) {
      return { status: this.#lossStatus(), reason: this.#loss };
    }
    return this.#told.status === "live" ? this.#data : this.#told;
  }

  /** A book that never was live has nothing that could be stale. */
  #lossStatus(): "syncing" | "stale" {
    return this.#data.epoch === 0 ? "syncing" : "stale";
  }
}
