import type { Clock } from "@depthwire/core";
import { AskerBudget, type AskerLimits } from "./asker-budget.js";
import type { OwnerCounts } from "./owner-counts.js";

/** Somebody who asks for a state. */
export interface StateAsker {
  /** The connection that asks; undefined where the bus does not tell. */
  readonly asker?: string | undefined;
  respond(state: Uint8Array): void;
}

interface Question {
  readonly atMs: number;
  readonly asked: StateAsker;
}

/** Who waits for the state of one channel, and what makes it. */
interface Waiting {
  readonly make: () => Uint8Array | undefined;
  /** By asker, oldest first. */
  readonly questions: Map<string | undefined, Question[]>;
}

/** It makes states for so long before everything else gets its turn, milliseconds: a tenth of the time between two beats. */
const turnMs = 10;

/**
 * So much is answered in one turn, bytes, and so much a millisecond: echoes, beats and frames leave by the same connection, behind what was answered before.
 */
const turnBytes = 1_048_576;
const bytesPerMs = 65_536;

/**
 * What one connection is given. States of some thousand pairs go into the burst. A reader that asks for more than it reads has the bus hold up the owner for it.
 */
const askerBytes: AskerLimits = { burst: 8_388_608, perSecond: 4_194_304 };
/** Making a small state costs, too: none counts for less, bytes. */
const minCharged = 2_048;

/** Questions of one connection about one channel that are answered together: some of its engines may follow the same. Of more the newest count. */
const maxEqual = 4;
/** Nobody asks again sooner, milliseconds: a question that is so much older than the next one is heard by nobody. */
const givenUpMs = 500;
/** Questions that wait; more are not answered, and asked again. */
const maxWaiting = 65_536;
/** Nobody waits longer for an answer before asking again, milliseconds. */
const forgottenMs = 4_000;
/** Between two looks whether who asked too much may be answered again, milliseconds. */
const retryMs = 20;

/**
 * Answers requests for whole states. One costs hundreds of times what a frame does, and when an owner has died everybody
 * asks for everything at once: answered in one go, its beats would wait behind it, so that all its books would be silent
 * and asked for once more. So it makes a few at a time, and one state serves everybody who asked for it until then. Nobody gets more than a share: whoever asks
 * for more waits, and holds up nobody else.
 */
export class StateAnswers {
  readonly #clock: Clock;
  readonly #counts: OwnerCounts;
  readonly #budget: AskerBudget;
  /** By channel, in the order in which they were asked for. */
  readonly #waiting = new Map<object, Waiting>();
  #questions = 0;
  #turnBeganMs = Number.NEGATIVE_INFINITY;
  #turnBytes = 0;
  #isScheduled = false;

  constructor(clock: Clock, counts: OwnerCounts) {
    this.#clock = clock;
    this.#counts = counts;
    this.#budget = new AskerBudget(clock, askerBytes);
  }

  /**
   * Somebody asks for the state of a channel.
   *
   * @param make makes it when its turn has come; undefined where there is none to give any more
   */
  ask(channel: object, make: () => Uint8Array | undefined, asked: StateAsker): void {
    if (this.#questions >= maxWaiting) {
      this.#counts.refused++;
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    const waiting = this.#waiting.get(channel) ?? { make, questions: new Map() };
    this.#waiting.set(channel, waiting);
    this.#add(waiting, { atMs: nowMs, asked });
    if (!this.#isScheduled) {
      if (nowMs - this.#turnBeganMs >= 2 * turnMs) {
        this.#beginTurn();
      }
      this.#answer();
    }
  }

  #add({ questions }: Waiting, question: Question): void {
    const { asker } = question.asked;
    const equal = questions.get(asker) ?? [];
    questions.set(asker, equal);
    equal.push(question);
    this.#questions++;
    // Whoever asks again has given up an earlier question: nobody listens for its answer any more.
    const isOver = ({ atMs }: Question): boolean => question.atMs - atMs >= givenUpMs;
    const over = asker === undefined ? 0 : Math.max(equal.length - maxEqual, equal.filter(isOver).length);
    equal.splice(0, over);
    this.#questions -= over;
    this.#counts.refused += over;
  }

  #beginTurn(): void {
    this.#turnBeganMs = this.#clock.monotonicMs();
    this.#turnBytes = 0;
  }

  #answer(): void {
    for (const [channel, waiting] of this.#waiting) {
      if (this.#isTurnOver) {
        this.#later(Math.floor(this.#turnBytes / bytesPerMs));
        return;
      }
      this.#answerAll(waiting);
      if (waiting.questions.size === 0) {
        this.#waiting.delete(channel);
      }
    }
    if (this.#waiting.size > 0) {
      this.#later(retryMs);
    }
  }

  get #isTurnOver(): boolean {
    return this.#turnBytes >= turnBytes || this.#clock.monotonicMs() - this.#turnBeganMs >= turnMs;
  }

  /** One state for everybody who may have it, until the turn's bytes are used up. */
  #answerAll({ make, questions }: Waiting): void {
    let state: Uint8Array | undefined;
    for (const [asker, equal] of questions) {
      if (this.#turnBytes >= turnBytes) {
        return;
      }
      if (this.#budget.has(asker)) {
        state ??= make();
        this.#give(state, equal);
        this.#forget(questions, asker, equal);
      } else if (this.#isForgotten(equal.at(-1))) {
        this.#counts.refused += equal.length;
        this.#forget(questions, asker, equal);
      }
    }
  }

  #give(state: Uint8Array | undefined, equal: readonly Question[]): void {
    for (const { asked } of state === undefined ? [] : equal) {
      const bytes = state as Uint8Array;
      asked.respond(bytes);
      this.#budget.spend(asked.asker, Math.max(minCharged, bytes.length));
      this.#turnBytes += bytes.length;
    }
  }

  #forget(questions: Waiting["questions"], asker: string | undefined, equal: readonly Question[]): void {
    questions.delete(asker);
    this.#questions -= equal.length;
  }

  #isForgotten(newest: Question | undefined): boolean {
    return newest !== undefined && this.#clock.monotonicMs() - newest.atMs > forgottenMs;
  }

  #later(afterMs: number): void {
    this.#isScheduled = true;
    this.#clock.after(afterMs, () => {
      this.#isScheduled = false;
      this.#beginTurn();
      this.#answer();
    });
  }
}
