import { DoubtableBook, noBookCounters } from "@depthwire/book/internal";
import { absentNumber } from "@depthwire/core/internal";
import type { Machine } from "../machine.js";
import type { BookMove, BookSize, Message, VenueState } from "./book-world.js";
import { DepthMessage, type Flaw, flawsOf } from "./depth-message.js";
import { textOfBook, textOfLevels, type VenueBook, venueBooks } from "./venue-books.js";

/** A book: the product's own, or one with something planted. */
export type BookMaker = (rules: ConstructorParameters<typeof DoubtableBook>[0]) => DoubtableBook;

const rules = { maxLevels: 3, sameLevel: "resync", sequencePolicy: "contiguous" } as const;
const scales = { priceScale: 0, quantityScale: 0 };
const minuteMs = 60_001;

/** The product's book beside what its venue published. */
export class BookWorld {
  fault: string | undefined;
  readonly #book: DoubtableBook;
  readonly #message = new DepthMessage();
  readonly #states: VenueState[] = [{ book: venueBooks[0] as VenueBook, seq: 5, updatedAtMs: 0 }];
  #pipe: Message[] = [];
  #nowMs = 0;
  #isConnected = true;
  #wrong = 0;
  #restarts = 0;
  #unknownAtMs = Number.NEGATIVE_INFINITY;
  #doubted = false;
  /** Highest time of an accepted message of this connection; and whether a number is known since the last subscription. */
  #highestMs = -1;
  #isNumbered = false;
  /** Place of the state that was taken last. */
  #shown = -1;
  #epochs = 0;
  /** The book's levels, and what a view would show, as text. */
  #levels = "/";
  #view = "";

  constructor(make: BookMaker) {
    this.#book = make(rules);
    this.#reconnect();
    this.#view = this.#shownText();
  }

  moves({ states, pipe, faults }: BookSize): readonly BookMove[] {
    if (!this.#isConnected) {
      return [{ kind: "reconnect" }];
    }
    const moves: BookMove[] = [];
    const isRoom = this.#pipe.length < pipe;
    if (this.#states.length < states && isRoom) {
      moves.push(
        ...venueBooks.flatMap((one, book) => (one === this.#present.book ? [] : [{ kind: "publish", book } as const])),
      );
      if (this.#restarts === 0) {
        moves.push({ kind: "restart the counter" });
      }
    }
    const [head] = this.#pipe;
    const mayFail = this.#wrong < faults;
    if (head !== undefined) {
      moves.push({ kind: "deliver" });
    }
    if (mayFail) {
      moves.push({ kind: "disconnect" }, { kind: this.#doubted ? "trust" : "doubt" }, { kind: "renew" });
      if (head !== undefined) {
        moves.push({ kind: "lose" }, { kind: "repeat" }, { kind: "damage" });
        moves.push(...flawsOf[head.kind].map((flaw) => ({ kind: "deliver", flaw }) as const));
      }
      if (this.#pipe.length > 1) {
        moves.push({ kind: "swap" });
      }
      if (this.#book.status === "live" && !this.#book.awaitingSnapshot) {
        moves.push({ kind: "deliver", flaw: "conflicting" });
      }
    }
    if (isRoom) {
      moves.push({ kind: "unasked snapshot" }, { kind: "resubscribe" });
    }
    if (this.#nowMs - this.#unknownAtMs <= minuteMs) {
      moves.push({ kind: "a minute passes" });
    }
    return moves;
  }

  make(move: BookMove): void {
    const { version } = this.#book;
    const before = this.#view;
    this.#makeIt(move);
    this.#view = this.#shownText();
    if (before !== this.#view && version === this.#book.version) {
      this.#blame("a view would show something else, and the version says that nothing changed");
    }
    this.#judge();
  }

  key(): string {
    const { status, reason, awaitingSnapshot, atFirstStep, standing } = this.#book;
    const pipe = this.#pipe.map(({ kind, state }) => `${kind[0]}${state}`).join("");
    const states = this.#states
      .map(({ book, seq, updatedAtMs }) => `${venueBooks.indexOf(book)}:${seq}@${updatedAtMs}`)
      .join();
    const flags = [awaitingSnapshot, atFirstStep, this.#isConnected, this.#doubted, this.#isNumbered]
      .map(Number)
      .join("");
    const unknown = this.#nowMs - this.#unknownAtMs <= minuteMs ? 1 : 0;
    return `${states} ${pipe} ${status} ${standing} ${reason} ${flags} ${this.#view} ${this.#highestMs} ${this.#wrong}${this.#restarts}${unknown} ${this.#shown}`;
  }

  #makeIt(move: BookMove): void {
    switch (move.kind) {
      case "publish":
        this.#publish(venueBooks[move.book] as VenueBook, 1);
        return;
      case "restart the counter":
        this.#restarts++;
        this.#publish(venueBooks[1] as VenueBook, 1 - this.#present.seq);
        return;
      case "unasked snapshot":
        return void this.#pipe.push({ kind: "snapshot", state: this.#states.length - 1 });
      case "deliver":
        this.#wrong += move.flaw === undefined ? 0 : 1;
        if (move.flaw === "conflicting") {
          this.#conflict();
        } else {
          this.#deliver(this.#pipe.shift() as Message, move.flaw);
        }
        return;
      case "resubscribe":
        this.#pipe.push({ kind: "snapshot", state: this.#states.length - 1 });
        this.#isNumbered = false;
        this.#book.subscribed("same-connection");
        return;
      case "reconnect":
        this.#reconnect();
        return;
      case "a minute passes":
        this.#nowMs += minuteMs;
        return;
      default:
        this.#wrong++;
        this.#disturb(move.kind);
    }
  }

  #disturb(kind: Exclude<BookMove["kind"], "publish" | "deliver">): void {
    switch (kind) {
      case "lose":
        return void this.#pipe.shift();
      case "repeat":
        this.#deliver(this.#pipe[0] as Message, undefined);
        return;
      case "swap":
        return void this.#pipe.splice(0, 2, this.#pipe[1] as Message, this.#pipe[0] as Message);
      case "damage":
        this.#pipe.shift();
        return void this.#book.lose("rejected-message");
      case "disconnect":
        this.#isConnected = false;
        this.#pipe = [];
        this.#doubted = false;
        this.#isNumbered = false;
        this.#book.disconnected("disconnected");
        return;
      case "renew":
        this.#highestMs = -1;
        this.#isNumbered = false;
        this.#pipe = [{ kind: "snapshot", state: this.#states.length - 1 }];
        this.#book.renewed();
        return;
      default:
        this.#doubted = kind === "doubt";
        this.#book.doubt(this.#doubted ? "relay-silent" : undefined);
        return;
    }
  }

  #reconnect(): void {
    this.#isConnected = true;
    this.#highestMs = -1;
    this.#isNumbered = false;
    this.#pipe = [{ kind: "snapshot", state: this.#states.length - 1 }];
    this.#book.subscribed("new-connection");
  }

  get #present(): VenueState {
    return this.#states.at(-1) as VenueState;
  }

  #publish(book: VenueBook, step: number): void {
    const { seq, updatedAtMs } = this.#present;
    this.#states.push({ book, seq: seq + step, updatedAtMs: updatedAtMs + 1 });
    this.#pipe.push({ kind: "update", state: this.#states.length - 1 });
  }

  #deliver({ kind, state }: Message, flaw: Flaw | undefined): void {
    const { book, seq, updatedAtMs } = this.#states[state] as VenueState;
    this.#message.begin(kind, flaw === "unnumbered" ? absentNumber : seq, updatedAtMs);
    if (kind === "snapshot") {
      this.#message.setAll(book);
    } else {
      this.#message.setChanges((this.#states[state - 1] as VenueState).book, book);
    }
    this.#message.spoil(flaw);
    this.#apply(state, flaw);
  }

  /** A snapshot that nobody asked for, of the book's own number, with something else in it. */
  #conflict(): void {
    this.#message.begin("snapshot", this.#book.seq, this.#book.updatedAtMs);
    this.#message.setAll({ asks: [[9, 9]], bids: [] });
    this.#apply(this.#shown, "conflicting");
  }

  #apply(state: number, flaw: Flaw | undefined): void {
    const levels = this.#levels;
    const { epoch } = this.#book;
    const outcome = this.#book.apply(this.#message.sink, scales, 1, this.#nowMs);
    this.#levels = textOfLevels(this.#book.levels);
    const isTaken = outcome === "snapshot" || outcome === "update";
    if (flaw === "unknown" && (isTaken || outcome === "unknown-level")) {
      this.#unknownAtMs = this.#nowMs;
    }
    if (outcome === "snapshot") {
      this.#unknownAtMs = Number.NEGATIVE_INFINITY;
    }
    if (isTaken || outcome === "crossed" || outcome === "unknown-level") {
      this.#shown = state;
      this.#isNumbered = true;
      this.#highestMs = Math.max(this.#highestMs, this.#message.sink.updatedAtMs);
    } else if (levels !== this.#levels) {
      this.#blame("a message that was not taken changed the levels");
    }
    if (flaw !== undefined && flaw !== "unknown" && isTaken) {
      this.#blame(`a message was taken that is ${flaw}`);
    }
    if (outcome === "snapshot" && this.#book.epoch !== epoch + 1) {
      this.#blame("a snapshot replaced the book within an epoch");
    }
    this.#epochs = this.#book.epoch;
  }

  /** @spec the sixteen rules by which a book may be called live */
  #judge(): void {
    const { status, reason, seq, updatedAtMs, epoch } = this.#book;
    if ((status === "live") !== (reason === undefined)) {
      this.#blame("a live book has a reason not to be, or another one has none");
    }
    if (epoch < this.#epochs) {
      this.#blame("an epoch began again");
    }
    if (status !== "live") {
      return;
    }
    const state = this.#states[this.#shown];
    if (!this.#isConnected || this.#doubted) {
      this.#blame("a book is live without a connection, or while its feed is in doubt");
    }
    if (state?.seq !== seq || state.updatedAtMs !== updatedAtMs || this.#levels !== textOfBook(state.book)) {
      this.#blame("a live book is no state of the venue at its number");
    }
    const { asks, bids } = this.#book.levels;
    if (asks.length > rules.maxLevels || bids.length > rules.maxLevels || bids.bestKey >= -asks.bestKey) {
      this.#blame("a live book is crossed or has too many levels");
    }
  }

  #shownText(): string {
    const { status, reason, seq, epoch } = this.#book;
    return `${status} ${reason} ${seq} ${Math.min(epoch, 1)} ${this.#levels}`;
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }
}

/** A book behind a connection that loses, repeats, reorders and damages, at a venue that says what it must not. */
export function depthBookMachine(
  size: BookSize,
  make: BookMaker = (rules) => new DoubtableBook(rules, noBookCounters(), 0),
): Machine<BookWorld, BookMove> {
  return {
    name: "depth-book",
    restore: "replayed",
    begin: () => new BookWorld(make),
    moves: (world) => world.moves(size),
    step: (world, move) => {
      world.make(move);
      return world;
    },
    key: (world) => world.key(),
    fault: ({ fault }) => fault,
    describe: (move) =>
      move.kind === "publish"
        ? `publish book ${move.book}`
        : move.kind === "deliver" && move.flaw !== undefined
          ? `deliver, ${move.flaw}`
          : move.kind,
  };
}
