import type { CancelTimer, Clock } from "@depthwire/core";
import { ClockError } from "./clock-error.js";
import { type HeapTimer, TimerHeap } from "./timer-heap.js";

/** How a venue's time stands. */
export interface ClockStatus {
  /** The venue's time in epoch milliseconds. */
  readonly nowMs: number;
  /** `machine`: the time of the machine; `steered`: a time of its own that runs; `paused`: it stands. */
  readonly state: "machine" | "steered" | "paused";
  /** How many milliseconds pass in one of the machine's, while time runs. */
  readonly speed: number;
  /** How far the venue is ahead of the machine, in milliseconds. */
  readonly aheadMs: number;
}

/** Where a venue's time stands in a snapshot. */
export interface ClockPosition {
  /** Epoch milliseconds, with a fraction. */
  readonly epochMs: number;
  readonly speed: number;
  readonly isPaused: boolean;
}

/** Where time goes in one go. */
export interface Travel {
  /** The venue's time at which it ends, in epoch milliseconds. */
  readonly untilMs: number;
  /** Asked after each timer: whether it ends here. */
  readonly isOver: () => boolean;
  /** Lets everybody else have a turn; called again and again on the way. */
  readonly nextTurn: () => Promise<void>;
}

/** Timers that run between two turns of everybody else. */
const timersPerTurn = 8;

/** How long a machine may be behind the speed that was asked for, in its own milliseconds. What is beyond is given up. */
const maxLagMs = 1000;

/** What is due so soon, in the machine's milliseconds, is due: numbers of this size are no finer. */
const slackMs = 0.001;

interface VenueTimer extends HeapTimer {
  dueMs: number;
  cancelBase: CancelTimer | undefined;
}

/**
 * The venue's time. It is the machine's until somebody steers it; from then on it is a time of its own, which can stand, run at any speed, and be
 * sent ahead. While it is steered each timer runs at the very moment at which it is due, however slow the machine is: time waits for it.
 */
export class SteerableClock implements Clock {
  readonly #base: Clock;
  readonly #untouched: Set<VenueTimer> = new Set();
  readonly #heap = new TimerHeap();
  #timersSet = 0;
  #isSteered = false;
  #speed = 1;
  #isPaused = false;
  /** The venue's own milliseconds, and the machine's, from which on time has run at this speed. */
  #anchorMs = 0;
  #anchorBaseMs = 0;
  /** Epoch milliseconds at the venue's own millisecond 0. */
  #originMs = 0;
  /** The latest moment that anybody was told. */
  #reachedMs = 0;
  #cancelBase: CancelTimer | undefined;
  /** While a timer runs, time stands at the moment at which it was due. */
  #isActing = false;
  #travel: { isStopped: boolean } | undefined;

  /** @param base the machine's time */
  constructor(base: Clock) {
    this.#base = base;
  }

  epochMs(): number {
    return this.#isSteered ? Math.floor(this.#originMs + this.#now()) : this.#base.epochMs();
  }

  monotonicMs(): number {
    return this.#isSteered ? this.#now() : this.#base.monotonicMs();
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    this.#timersSet += 1;
    const dueMs = this.monotonicMs() + Math.max(0, delayMs);
    const timer: VenueTimer = { dueMs, turn: this.#timersSet, callback, place: -1, cancelBase: undefined };
    if (this.#isSteered) {
      this.#heap.add(timer);
      this.#arm();
    } else {
      this.#untouched.add(timer);
      timer.cancelBase = this.#base.after(delayMs, () => {
        this.#untouched.delete(timer);
        callback();
      });
    }
    return () => this.#cancel(timer);
  }

  /** How time stands. */
  status(): ClockStatus {
    const nowMs = Math.floor(this.epochMs());
    const state = this.#isSteered ? (this.#isPaused ? "paused" : "steered") : "machine";
    return { nowMs, state, speed: this.#speed, aheadMs: nowMs - Math.floor(this.#base.epochMs()) };
  }

  /** Time stands from now on. A journey ends where it is. */
  pause(): void {
    this.#steer();
    this.#isPaused = true;
    this.#stopTravel();
    this.#arm();
  }

  /**
   * Time runs on.
   *
   * @param speed above 0; absent: as before
   */
  resume(speed: number = this.#speed): void {
    if (!this.#isSteered && speed === 1) {
      return;
    }
    this.#steer();
    this.#speed = speed;
    this.#isPaused = false;
    this.#arm();
  }

  /** Where time stands. */
  position(): ClockPosition {
    const epochMs = this.#isSteered ? this.#originMs + this.#now() : this.#base.epochMs();
    return { epochMs, speed: this.#speed, isPaused: this.#isPaused };
  }

  /** Time stands where it stood, and runs or stands as it did then. What is due stays as far away as it was; a journey ends where it is. */
  returnTo({ epochMs, speed, isPaused }: ClockPosition): void {
    if (!this.#isSteered && speed === 1 && !isPaused && epochMs === this.#base.epochMs()) {
      return;
    }
    this.#steer();
    this.#speed = speed;
    this.#isPaused = isPaused;
    this.#stopTravel();
    this.setEpoch(epochMs);
  }

  /** It is another time of day now; what is due stays as far away as it was. */
  setEpoch(atMs: number): void {
    this.#steer();
    this.#originMs = atMs - this.#reachedMs;
    this.#arm();
  }

  /**
   * Time passes as fast as its work can be done; then it stands or runs as before.
   *
   * @throws ClockError `clock-busy` while another journey lasts
   */
  async travel({ untilMs, isOver, nextTurn }: Travel): Promise<void> {
    if (this.#travel !== undefined) {
      throw new ClockError("clock-busy");
    }
    const travel = { isStopped: false };
    this.#travel = travel;
    this.#steer();
    this.#arm();
    const endMs = untilMs - this.#originMs;
    try {
      for (let count = 1; !travel.isStopped && this.#runNext(endMs); count++) {
        if (isOver()) {
          return;
        }
        if (count % timersPerTurn === 0) {
          await nextTurn();
        }
      }
      if (!travel.isStopped) {
        this.#reachedMs = Math.max(this.#reachedMs, endMs);
      }
    } finally {
      // Whoever stopped it has set time going already, and another journey may have begun.
      if (this.#travel === travel) {
        this.#travel = undefined;
        this.#anchor();
        this.#arm();
      }
    }
  }

  #stopTravel(): void {
    if (this.#travel !== undefined) {
      this.#travel.isStopped = true;
      this.#travel = undefined;
    }
  }

  #cancel(timer: VenueTimer): void {
    this.#untouched.delete(timer);
    this.#heap.remove(timer);
    timer.cancelBase?.();
  }

  /** Takes time into its own hands, or the time that has passed so far into account. */
  #steer(): void {
    if (this.#isSteered) {
      this.#reachedMs = this.#now();
      this.#anchor();
      return;
    }
    this.#reachedMs = this.#base.monotonicMs();
    this.#originMs = this.#base.epochMs() - this.#reachedMs;
    this.#anchor();
    this.#isSteered = true;
    for (const timer of this.#untouched) {
      timer.cancelBase?.();
      this.#heap.add(timer);
    }
    this.#untouched.clear();
  }

  #anchor(): void {
    this.#anchorMs = this.#reachedMs;
    this.#anchorBaseMs = this.#base.monotonicMs();
  }

  get #isRunning(): boolean {
    return !this.#isPaused && this.#travel === undefined;
  }

  /** Where time would be if everything that is due had been done. */
  #wanted(): number {
    if (!this.#isRunning) {
      return this.#reachedMs;
    }
    const wantedMs = this.#anchorMs + (this.#base.monotonicMs() - this.#anchorBaseMs) * this.#speed;
    const givenUpMs = wantedMs - (this.#heap.first?.dueMs ?? wantedMs) - maxLagMs * this.#speed;
    if (givenUpMs <= 0) {
      return wantedMs;
    }
    this.#anchorMs -= givenUpMs;
    return wantedMs - givenUpMs;
  }

  /** Time never passes what is still to be done, and never goes back. */
  #now(): number {
    if (this.#isActing) {
      return this.#reachedMs;
    }
    const nextMs = this.#heap.first?.dueMs ?? Number.POSITIVE_INFINITY;
    this.#reachedMs = Math.max(this.#reachedMs, Math.min(this.#wanted(), nextMs));
    return this.#reachedMs;
  }

  #runNext(endMs: number): boolean {
    const timer = this.#heap.first;
    if (timer === undefined || timer.dueMs > endMs) {
      return false;
    }
    this.#heap.remove(timer);
    this.#reachedMs = Math.max(this.#reachedMs, timer.dueMs);
    this.#isActing = true;
    try {
      timer.callback();
    } finally {
      this.#isActing = false;
    }
    return true;
  }

  #arm(): void {
    this.#cancelBase?.();
    this.#cancelBase = undefined;
    const timer = this.#heap.first;
    if (timer === undefined || !this.#isSteered || !this.#isRunning) {
      return;
    }
    const delayMs = Math.max(0, (timer.dueMs - this.#wanted()) / this.#speed);
    this.#cancelBase = this.#base.after(delayMs, () => this.#runDue());
  }

  #runDue(): void {
    this.#cancelBase = undefined;
    for (
      let count = 0;
      count < timersPerTurn && this.#isRunning && this.#runNext(this.#wanted() + this.#speed * slackMs);
      count++
    ) {
      // Each turn runs one timer.
    }
    this.#arm();
  }
}
