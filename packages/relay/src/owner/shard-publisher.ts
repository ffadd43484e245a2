import type { BookReason, BookStatus, BookView } from "@depthwire/book";
import type { CancelTimer, Clock } from "@depthwire/core";
import type { AcceptedFrame, FrameListener } from "@depthwire/stream";
import type { Bus, BusMessage } from "../bus/bus.js";
import { encodeBeat } from "../wire/beat.js";
import { decodeEchoQuestion, encodeEchoAnswer } from "../wire/echo.js";
import { emptyHeader, encodeMessage, type RelayHeader } from "../wire/header.js";
import type { Subjects } from "../wire/subjects.js";

/** What a {@link ShardPublisher} is made of. */
export interface ShardPublisherParts {
  /** The connection that all of it goes through: an echo proves nothing about another one. */
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly shard: string;
  /** Name of this owner. */
  readonly owner: string;
  readonly pairs: readonly string[];
  readonly clock: Clock;
  readonly beatEveryMs: number;
  /** Whether this process may act for the shard now. Asked at each act: no timer fires while a process is stopped. */
  readonly holds: () => boolean;
  /** The present book of a pair, whole; undefined while there is none. */
  readonly bookOf: (pair: string) => BookView | undefined;
  /** The book as a frame of the venue. */
  readonly encodeSnapshot: (view: BookView) => Uint8Array;
  /** How long ago the venue was heard, milliseconds. */
  readonly venueAgeMs: () => number;
}

interface PublishedPair {
  relaySeq: number;
  status: BookStatus;
}

/** Names of pairs stand in every so many beats, for who could not ask. */
const beatsPerNames = 10;
/** Beats for newcomers are at least so far apart: whoever comes between gets the next regular one. */
const newcomersPauseMs = 20;

/**
 * Publishes one shard: the venue's frames as they were accepted, beats, answers to echoes, snapshots on request. It keeps
 * no book: the engine that it listens to does.
 */
export class ShardPublisher implements FrameListener {
  readonly #parts: ShardPublisherParts;
  readonly #pairs = new Map<string, PublishedPair>();
  readonly #header: RelayHeader = emptyHeader();
  #term = 0;
  #beats = 0;
  #newcomersBeatAtMs = Number.NEGATIVE_INFINITY;
  #cancelBeat: CancelTimer | undefined;
  #close: (() => void)[] = [];

  constructor(parts: ShardPublisherParts) {
    this.#parts = parts;
    for (const pair of parts.pairs) {
      this.#pairs.set(pair, { relaySeq: 0, status: "syncing" });
    }
  }

  /** Begins to act under a term, larger than any before. */
  own(term: number): void {
    this.disown();
    const { bus, subjects, shard } = this.#parts;
    this.#term = term;
    this.#beats = 0;
    for (const [pair, told] of this.#pairs) {
      told.relaySeq = 0;
      this.#close.push(bus.subscribe(subjects.snap(pair), (message) => this.#answerSnapshot(pair, message)));
    }
    this.#close.push(bus.subscribe(subjects.echo(shard), (message) => this.#answerEcho(message)));
    this.#beatRegularly();
  }

  /** Stops acting. */
  disown(): void {
    this.#cancelBeat?.();
    this.#cancelBeat = undefined;
    for (const close of this.#close.splice(0)) {
      close();
    }
    this.#term = 0;
  }

  accepted(frame: AcceptedFrame): void {
    const told = this.#pairs.get(frame.pair);
    if (told === undefined || frame.kind === "event" || this.#term === 0) {
      return;
    }
    // What it may not publish is counted too: if it acts again under this term, its consumers see that something is missing.
    told.relaySeq++;
    if (!this.#acts) {
      return;
    }
    const header = this.#header;
    header.kind = frame.kind;
    header.term = this.#term;
    header.relaySeq = told.relaySeq;
    header.epoch = frame.epoch;
    header.seq = frame.seq;
    header.receivedAtMs = frame.receivedAtMs;
    const { bus, subjects } = this.#parts;
    bus.publish(subjects.raw("depth", frame.pair), encodeMessage(header, frame.bytes));
  }

  /** A book that is live no longer is told at once. */
  status(pair: string, status: BookStatus, _reason: BookReason | undefined): void {
    const told = this.#pairs.get(pair);
    if (told !== undefined && told.status !== status) {
      told.status = status;
      this.#beat();
    }
  }

  get #acts(): boolean {
    return this.#term > 0 && this.#parts.holds();
  }

  #beatRegularly(): void {
    const { clock, beatEveryMs } = this.#parts;
    this.#beat();
    this.#cancelBeat = clock.after(beatEveryMs, () => this.#beatRegularly());
  }

  #beat(names: "named" | "short" = this.#beats++ % beatsPerNames === 0 ? "named" : "short"): void {
    if (this.#acts) {
      const { bus, subjects, shard, owner, venueAgeMs } = this.#parts;
      const pairs = names === "named" ? [...this.#pairs.keys()] : undefined;
      const rows = [...this.#pairs.values()];
      // The pairs of a publisher never change: its list is the first one.
      const beat = { owner, term: this.#term, venueAgeMs: Math.ceil(venueAgeMs()), list: 1, pairs, rows };
      bus.publish(subjects.beat(shard), encodeBeat(beat));
    }
  }

  /** Behind the answer, so that it proves itself; not for each of many that come at once. */
  #beatForNewcomers(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - this.#newcomersBeatAtMs >= newcomersPauseMs) {
      this.#newcomersBeatAtMs = nowMs;
      this.#beat("named");
    }
  }

  #answerEcho({ bytes, respond }: BusMessage): void {
    const question = decodeEchoQuestion(bytes);
    if (typeof question !== "string" && this.#acts) {
      respond(encodeEchoAnswer({ nonce: question.nonce, term: this.#term }));
      if (question.list === 0) {
        this.#beatForNewcomers();
      }
    }
  }

  /** Nobody answers for a book that is not live: the asker asks again when a beat says that it is. */
  #answerSnapshot(pair: string, { respond }: BusMessage): void {
    const { bookOf, encodeSnapshot } = this.#parts;
    const told = this.#pairs.get(pair);
    const view = bookOf(pair);
    if (told !== undefined && view?.status === "live" && this.#acts) {
      const { epoch, seq, receivedAtMs } = view;
      const { relaySeq } = told;
      respond(
        encodeMessage({ kind: "snapshot", term: this.#term, relaySeq, epoch, seq, receivedAtMs }, encodeSnapshot(view)),
      );
    }
  }
}
