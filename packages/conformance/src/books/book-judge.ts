import type { Finding } from "../case.js";
import { AwakeClock } from "../client/awake-clock.js";
import type { ClientLine } from "../client/client-line.js";
import { type ShownBook, type TrueVenue, VenueTruth } from "./venue-truth.js";

/** How often a judge is to look, in milliseconds. */
export const lookEveryMs = 50;

/** Findings of one kind are told so often at most. */
const toldOfAKind = 3;

/** Holds everything that a client shows as live against the venue. */
export class BookJudge {
  /** Live books that were held against the venue's. */
  compared = 0;
  readonly findings: Finding[] = [];
  readonly #pair: string;
  readonly #oldAfterMs: number;
  readonly #counts = new Map<string, number>();
  readonly #clock = new AwakeClock(lookEveryMs);
  #truth: VenueTruth;
  /** The venue before a restart. */
  #former: { readonly truth: VenueTruth; readonly endedAtMs: number } | undefined;
  /** What the client shows since its last line; nothing while it shows no live book. */
  #shown: (ShownBook & { readonly isFormer: boolean }) | undefined;
  #wasOld = false;
  /** By what a proxy moves the venue's numbers, if it does. */
  seqOfVenue: (seq: number) => number = (seq) => seq;

  /** @param oldAfterMs a live book that the venue left behind so long ago is old */
  constructor(venue: TrueVenue, pair: string, oldAfterMs: number) {
    this.#truth = new VenueTruth(venue, pair);
    this.#pair = pair;
    this.#oldAfterMs = oldAfterMs;
  }

  /** The venue's newest number. */
  get newest(): number {
    return this.#truth.newest;
  }

  /** The number of the live book that is shown, as the present venue counts; nothing where none is, or one of before a restart. */
  get liveSeq(): number | undefined {
    return this.#shown?.isFormer === false ? this.#shown.seq : undefined;
  }

  /** Another venue has taken the place of the one before. */
  restarted(venue: TrueVenue): void {
    this.#former = { truth: this.#truth, endedAtMs: this.#clock.look() };
    this.#truth = new VenueTruth(venue, this.#pair);
    if (this.#shown !== undefined) {
      this.#shown = { ...this.#shown, isFormer: true };
    }
  }

  /** Takes a line of the client. */
  heard(line: ClientLine): void {
    if (line.kind !== "book") {
      return;
    }
    this.look();
    this.#wasOld = false;
    if (!line.isLive) {
      this.#shown = undefined;
      return;
    }
    const book = { ...line, seq: this.seqOfVenue(line.seq) };
    const difference = this.#truth.differs(book);
    const isFormer = difference !== undefined && this.#former?.truth.differs(book) === undefined;
    this.#shown = { ...book, isFormer: isFormer && this.#former !== undefined };
    if (difference === "forgotten") {
      return;
    }
    this.compared++;
    if (difference !== undefined && !this.#shown.isFormer) {
      this.#found({ kind: "wrong-book", what: difference });
    }
  }

  /** Looks how old the book is that is shown, every {@link lookEveryMs}. */
  look(): void {
    const nowMs = this.#clock.look();
    this.#truth.look(nowMs);
    if (this.#shown === undefined || this.#wasOld) {
      return;
    }
    const { seq, isFormer } = this.#shown;
    const ageMs = isFormer ? nowMs - (this.#former?.endedAtMs ?? nowMs) : this.#truth.ageMs(seq, nowMs);
    if (ageMs > this.#oldAfterMs) {
      this.#wasOld = true;
      this.#found({
        kind: "old-book",
        what: `number ${seq} is shown as live ${(ageMs / 1000).toFixed(1)} s after the venue left it`,
      });
    }
  }

  #found(finding: Finding): void {
    const times = (this.#counts.get(finding.kind) ?? 0) + 1;
    this.#counts.set(finding.kind, times);
    if (times <= toldOfAKind) {
      this.findings.push(finding);
    }
  }
}
