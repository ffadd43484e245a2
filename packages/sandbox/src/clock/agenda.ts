import type { CancelTimer, Clock } from "@depthwire/core";

/** What is due by itself, and in how many milliseconds. */
export interface Appointment {
  readonly name: string;
  readonly inMs: number;
}

/** Something that is done by itself. */
interface Duty {
  /** Between two times; absent: it is done as often as somebody asked for it. */
  readonly intervalMs: number | undefined;
  /** Told how many times this one stands for. */
  readonly act: (beats: number) => void;
}

interface Entry {
  readonly name: string;
  readonly dueMs: number;
  cancel: CancelTimer;
}

/** When something is repeated. */
export interface Rhythm {
  readonly intervalMs: number;
  /** Until the first time; the interval by default. */
  readonly firstAfterMs?: number;
}

/**
 * What a venue does by itself, by name. What is due can be written down and set again, also in another venue: it comes at the same
 * distances and, where two things are due in one moment, in the same order.
 */
export class Agenda {
  readonly #clock: Clock;
  readonly #duties: Map<string, Duty> = new Map();
  /** In the order in which they were set. */
  readonly #entries: Set<Entry> = new Set();

  /** @param clock by whose time things are due */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Does something every `intervalMs` without drifting. Times that could not be kept are not made up for: the next one stands for
   * them too, and is told how many it is.
   *
   * @returns ends it
   */
  repeat(name: string, { intervalMs, firstAfterMs = intervalMs }: Rhythm, act: (beats: number) => void): CancelTimer {
    this.#duties.set(name, { intervalMs, act });
    this.#set(name, this.#clock.monotonicMs() + firstAfterMs);
    return () => this.#end(name);
  }

  /** Says what is done whenever {@link Agenda.once} asks for it. */
  define(name: string, act: () => void): void {
    this.#duties.set(name, { intervalMs: undefined, act });
  }

  /** Does what was defined, once, after `delayMs`. */
  once(name: string, delayMs: number): void {
    this.#set(name, this.#clock.monotonicMs() + Math.max(0, delayMs));
  }

  /** What is due, in the order in which it was set. */
  save(): readonly Appointment[] {
    const nowMs = this.#clock.monotonicMs();
    return [...this.#entries].map(({ name, dueMs }) => ({ name, inMs: dueMs - nowMs }));
  }

  /** What is due from now on is this, and nothing else. What has no duty here is left out. */
  restore(appointments: readonly Appointment[]): void {
    for (const entry of this.#entries) {
      entry.cancel();
    }
    this.#entries.clear();
    const nowMs = this.#clock.monotonicMs();
    for (const { name, inMs } of appointments) {
      if (this.#duties.has(name)) {
        this.#set(name, nowMs + inMs);
      }
    }
  }

  #end(name: string): void {
    this.#duties.delete(name);
    for (const entry of this.#entries) {
      if (entry.name === name) {
        entry.cancel();
        this.#entries.delete(entry);
      }
    }
  }

  #set(name: string, dueMs: number): void {
    const entry: Entry = { name, dueMs, cancel: () => {} };
    this.#entries.add(entry);
    entry.cancel = this.#clock.after(Math.max(0, dueMs - this.#clock.monotonicMs()), () => this.#do(entry));
  }

  #do(entry: Entry): void {
    this.#entries.delete(entry);
    const duty = this.#duties.get(entry.name);
    if (duty?.intervalMs === undefined) {
      duty?.act(1);
      return;
    }
    const { intervalMs, act } = duty;
    const lateMs = this.#clock.monotonicMs() - entry.dueMs;
    const missed = Math.max(0, Math.floor(lateMs / intervalMs));
    // Before it acts: what it does may take back what is due.
    this.#set(entry.name, entry.dueMs + (missed + 1) * intervalMs);
    act(missed + 1);
  }
}
