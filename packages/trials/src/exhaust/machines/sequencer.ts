import type { SequencePolicy } from "@depthwire/book";
import { Sequencer, type SequenceVerdict } from "@depthwire/book/internal";
import { absentNumber, DepthSink } from "@depthwire/core/internal";
import type { Machine } from "../machine.js";
import { type SequencerMove, seenAs, verdictLetters } from "./sequencer-moves.js";

/** What the venue publishes: after a restart of its counter the numbers begin again, and the time goes on. */
interface VenueState {
  readonly seq: number;
  readonly updatedAtMs: number;
}

/** A message on its way; `state` is the place of the venue's state that it shows or leads to. */
interface Message {
  readonly kind: "snapshot" | "update";
  readonly state: number;
  /** The venue left the number out. */
  readonly isUnnumbered: boolean;
}

/** How much happens in one history. */
export interface SequencerSize {
  /** States that the venue publishes. */
  readonly states: number;
  /** Messages on their way at once. */
  readonly pipe: number;
  /** Messages that are lost, and as many that come twice or out of order. */
  readonly faults: number;
}

/** A sequencer for one book: the product's own, or one with something planted. */
export type SequencerMaker = (policy: SequencePolicy) => Pick<Sequencer, keyof Sequencer>;

/**
 * The product's sequencer between a venue and a book that is nothing but the place of the venue's state that it shows. An update leads to
 * its state from the one before alone, so whoever accepts another one has a book that is none of the venue's.
 */
export class SequencerWorld {
  fault: string | undefined;
  /** What could be seen from outside, by the names that the model has for it. */
  readonly seen: string[] = [];
  readonly #sequencer: Pick<Sequencer, keyof Sequencer>;
  readonly #sink = new DepthSink(1);
  readonly #states: VenueState[] = [{ seq: 5, updatedAtMs: 0 }];
  #pipe: Message[] = [];
  /** Undefined: none that the venue published. */
  #content: number | undefined;
  #isFollowing = false;
  /** Newest state of this connection that was shown. */
  #newest = -1;
  #lost = 0;
  #disturbed = 0;
  #restarts = 0;
  /** Whether everything since the newest snapshot's request came as it was sent. */
  #isUndisturbed = true;

  constructor(sequencer: Pick<Sequencer, keyof Sequencer>) {
    this.#sequencer = sequencer;
    this.#connect();
  }

  moves({ states, pipe, faults }: SequencerSize): readonly SequencerMove[] {
    const moves: SequencerMove[] = [];
    const isRoom = this.#pipe.length < pipe;
    if (this.#states.length < states && isRoom) {
      moves.push("publish", "publish in the same millisecond");
      if (this.#restarts === 0) {
        moves.push("restart the counter");
      }
    }
    if (isRoom) {
      moves.push("send a snapshot unasked", "resubscribe");
    }
    if (this.#pipe.length > 0) {
      moves.push("deliver");
      if (this.#lost < faults) {
        moves.push("lose");
      }
      if (this.#disturbed < faults) {
        moves.push("repeat", "deliver without a number");
      }
    }
    if (this.#pipe.length > 1 && this.#disturbed < faults) {
      moves.push("swap");
    }
    return [...moves, "reconnect"];
  }

  make(move: SequencerMove): void {
    this.#tell(move);
    switch (move) {
      case "publish":
        this.#publish(1, 1);
        return;
      case "publish in the same millisecond":
        this.#publish(1, 0);
        return;
      case "restart the counter":
        this.#restarts++;
        this.#isUndisturbed = false;
        this.#publish(1 - this.#present.seq, 1);
        return;
      case "send a snapshot unasked":
        return void this.#send("snapshot");
      case "deliver":
        this.#take(this.#pipe.shift() as Message);
        return;
      case "deliver without a number":
        this.#disturb();
        this.#take({ ...(this.#pipe.shift() as Message), isUnnumbered: true });
        return;
      case "lose":
        this.#lost++;
        this.#isUndisturbed = false;
        return void this.#pipe.shift();
      case "repeat":
        this.#disturb();
        this.#take(this.#pipe[0] as Message);
        return;
      case "swap":
        this.#disturb();
        return void this.#pipe.splice(0, 2, this.#pipe[1] as Message, this.#pipe[0] as Message);
      case "resubscribe":
        this.#sequencer.resubscribed();
        this.#isFollowing = false;
        this.#isUndisturbed = true;
        return void this.#send("snapshot");
      case "reconnect":
        this.#connect();
        return;
    }
  }

  /** What the sequencer would say to every message there is: that is all that can be told of it from outside. */
  key(): string {
    const said: string[] = [];
    const highest = this.#present.updatedAtMs + 1;
    for (const kind of ["snapshot", "update"] as const) {
      for (let updatedAtMs = 0; updatedAtMs <= highest; updatedAtMs++) {
        for (let seq = 1; seq <= 10; seq++) {
          this.#fill(kind, seq, updatedAtMs);
          said.push(verdictLetters[this.#sequencer.judge(this.#sink)]);
        }
      }
    }
    const { atFirstStep, awaitingSnapshot } = this.#sequencer;
    const pipe = this.#pipe.map(({ kind, state }) => `${kind[0]}${state}`).join("");
    const states = this.#states.map(({ seq, updatedAtMs }) => `${seq}@${updatedAtMs}`).join();
    const flags = [atFirstStep, awaitingSnapshot, this.#isFollowing, this.#isUndisturbed].map(Number).join("");
    return `${states} ${pipe} ${said.join("")} ${flags} ${this.#content} ${this.#newest} ${this.#lost}${this.#disturbed}${this.#restarts}`;
  }

  get #present(): VenueState {
    return this.#states.at(-1) as VenueState;
  }

  #connect(): void {
    this.#sequencer.connected();
    this.#pipe = [];
    this.#isFollowing = false;
    this.#newest = -1;
    this.#isUndisturbed = true;
    this.#send("snapshot");
  }

  #publish(step: number, laterMs: number): void {
    const { seq, updatedAtMs } = this.#present;
    this.#states.push({ seq: seq + step, updatedAtMs: updatedAtMs + laterMs });
    this.#send("update");
  }

  #send(kind: Message["kind"]): void {
    this.#pipe.push({ kind, state: this.#states.length - 1, isUnnumbered: false });
  }

  #disturb(): void {
    this.#disturbed++;
    this.#isUndisturbed = false;
  }

  #take({ kind, state, isUnnumbered }: Message): void {
    const { seq, updatedAtMs } = this.#states[state] as VenueState;
    this.#fill(kind, isUnnumbered ? absentNumber : seq, updatedAtMs);
    const verdict = this.#sequencer.judge(this.#sink);
    if (verdict === "accept") {
      this.#accept(kind, state, isUnnumbered);
    } else {
      this.#leaveOut(kind, state, verdict);
    }
    if (
      this.#pipe.length === 0 &&
      this.#isUndisturbed &&
      !(this.#isFollowing && this.#content === this.#states.length - 1)
    ) {
      this.#blame("everything came as it was sent, and the book does not follow");
    }
  }

  #tell(move: SequencerMove): void {
    const name = seenAs[move];
    if (name !== undefined) {
      this.seen.push(name);
    }
  }

  #accept(kind: Message["kind"], state: number, isUnnumbered: boolean): void {
    this.seen.push("ACCEPTED");
    this.#sequencer.accept(this.#sink);
    if (isUnnumbered) {
      this.#blame("a message without a number was accepted");
    }
    if (kind === "update" && state !== (this.#content ?? Number.NaN) + 1) {
      this.#blame("an update was accepted that does not follow the book's state");
    }
    if (this.#isNewer(this.#newest, state)) {
      this.#blame("a book went back in time within one connection");
    }
    this.#content = state;
    this.#newest = state;
    this.#isFollowing = true;
  }

  #leaveOut(kind: Message["kind"], state: number, verdict: SequenceVerdict): void {
    const content = this.#content ?? -1;
    const isDropped = verdict === "duplicate" || verdict === "stale-snapshot";
    if (isDropped && this.#isFollowing && state > content && this.#isNewer(state, content)) {
      this.#blame("news was dropped as old while the book is called live");
    }
    if (verdict === "awaiting-snapshot" && this.#isFollowing) {
      this.#blame("a book that follows awaits a snapshot");
    }
    const isKnown = verdict === "same-sequence" && kind === "snapshot" && state === content;
    if (isDropped || isKnown || verdict === "awaiting-snapshot") {
      this.seen.push("DROPPED");
    } else {
      this.seen.push("GAPPED");
      this.#sequencer.lose();
      this.#isFollowing = false;
      this.#isUndisturbed = false;
    }
  }

  /** By the venue's times alone: of two states of one millisecond nobody can say it. */
  #isNewer(state: number, than: number): boolean {
    const timeOf = (place: number): number => this.#states[place]?.updatedAtMs ?? -1;
    return timeOf(state) > timeOf(than);
  }

  #fill(kind: Message["kind"], seq: number, updatedAtMs: number): void {
    this.#sink.kind = kind;
    this.#sink.seq = seq;
    this.#sink.updatedAtMs = updatedAtMs;
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }
}

/** A sequencer behind a connection that loses, repeats and reorders, at a venue whose counter restarts once. */
export function sequencerMachine(
  size: SequencerSize,
  make: SequencerMaker = (policy) => new Sequencer(policy),
): Machine<SequencerWorld, SequencerMove> {
  return {
    name: "sequencer",
    restore: "replayed",
    begin: () => new SequencerWorld(make("contiguous")),
    moves: (world) => world.moves(size),
    step: (world, move) => {
      world.make(move);
      return world;
    },
    key: (world) => world.key(),
    fault: ({ fault }) => fault,
    describe: (move) => move,
  };
}
