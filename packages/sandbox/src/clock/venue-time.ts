import { ValidationError } from "@depthwire/core";
import type { ExchangeHost } from "../host/exchange-host.js";
import type { SandboxPorts } from "../venue-ports.js";
import { ClockError } from "./clock-error.js";
import type { ClockStatus, SteerableClock } from "./steerable-clock.js";

/** What steers a venue's time. */
export interface TimeParts extends Pick<SandboxPorts, "nextTurn"> {
  readonly clock: SteerableClock;
  readonly host: ExchangeHost;
  /** Between two ticks, in milliseconds. */
  readonly tickIntervalMs: number;
}

/** Longest way that time is sent at once: a year. */
export const maxTravelMs = 31_536_000_000;

/** Slowest and fastest time. */
export const speedBounds = { min: 0.001, max: 100_000 } as const;

function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}

/** The time of a venue, as its operator steers it. */
export class VenueTime {
  readonly #parts: TimeParts;

  constructor(parts: TimeParts) {
    this.#parts = parts;
  }

  /** How time stands. */
  status(): ClockStatus {
    return this.#parts.clock.status();
  }

  /** Time stands from now on. */
  pause(): void {
    this.#parts.clock.pause();
  }

  /** Time runs on. @throws ValidationError `value-invalid` for a speed out of bounds */
  resume(speed?: number): void {
    const { min, max } = speedBounds;
    if (speed !== undefined && !(speed >= min && speed <= max)) {
      fail("speed", `a number from ${min} to ${max}`);
    }
    this.#parts.clock.resume(speed);
  }

  /** So many milliseconds pass at once. @throws ValidationError `value-invalid`; ClockError `clock-busy`, `gone-back` */
  async pass(ms: number): Promise<void> {
    if (!(Number.isInteger(ms) && ms >= 1 && ms <= maxTravelMs)) {
      fail("ms", `an integer from 1 to ${maxTravelMs}`);
    }
    await this.#travel(this.status().nowMs + ms, () => false);
  }

  /** Time passes until agents and index have acted once more. @throws ClockError `clock-busy`, `gone-back` */
  async passTick(): Promise<void> {
    const { host, tickIntervalMs } = this.#parts;
    const { ticks } = host.exchange.state;
    await this.#travel(this.status().nowMs + 2 * tickIntervalMs, () => host.exchange.state.ticks > ticks);
  }

  /** It becomes this time at once. @throws ValidationError `value-invalid` for a time that has passed or is too far away; ClockError `clock-busy`, `gone-back` */
  async passUntil(atMs: number): Promise<void> {
    const { nowMs } = this.status();
    if (!(Number.isInteger(atMs) && atMs > nowMs)) {
      fail("at", `a moment after the venue's time, which is ${new Date(nowMs).toISOString()}: time does not go back`);
    }
    if (atMs - nowMs > maxTravelMs) {
      fail("at", "at most a year away");
    }
    await this.#travel(atMs, () => false);
  }

  async #travel(untilMs: number, isOver: () => boolean): Promise<void> {
    const { clock, host, nextTurn } = this.#parts;
    const { era } = host;
    await clock.travel({ untilMs, isOver, nextTurn });
    if (host.era !== era) {
      throw new ClockError("gone-back");
    }
    host.passTime();
  }
}

const writtenTime = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a text is a time of ISO 8601 with its zone, on a day that there is: a host takes 31 November for 1 December. */
function isWrittenTime(text: string): boolean {
  const day = writtenTime.exec(text)?.[1];
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(midnightMs) && new Date(midnightMs).toISOString().startsWith(`${day}T`);
}

/**
 * A moment as it is written: epoch milliseconds, or a time as text with its zone.
 *
 * @throws ValidationError `value-invalid`
 */
export function momentOf(value: unknown): number {
  const atMs = typeof value === "string" && isWrittenTime(value) ? Date.parse(value) : value;
  return typeof atMs === "number" && Number.isFinite(atMs)
    ? atMs
    : fail("at", "epoch milliseconds, or a text like 2026-01-31T08:00:00Z");
}
