import type { Clock } from "@depthwire/core";
import {
  type CallPriority,
  defaultThrottleOptions,
  type Slot,
  type SlotEnd,
  Throttle,
  type ThrottleOptions,
} from "@depthwire/rest/internal";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import type { Machine } from "../machine.js";

/** The venue counts calls in any window of so many milliseconds. */
const venueWindowMs = 4;

/** Small times and counts, so that few moments differ. */
const smallOptions: Omit<ThrottleOptions, "limit"> = {
  ...defaultThrottleOptions,
  windowMs: venueWindowMs,
  reserve: { order: 1, read: 1 },
  lendWithinMs: 1,
  coolDownMs: 4,
  firstProbeMs: 1,
  maxQueued: 3,
  connections: 3,
  keptConnections: 1,
};

const priorities = ["cancel", "order", "read"] as const;
type Priority = (typeof priorities)[number];

/** What can happen to a throttle; `place` is that of a call among those on their way, or of those that wait. */
export type ThrottleMove =
  | { readonly kind: "pass" }
  | { readonly kind: "ask"; readonly priority: Priority }
  | { readonly kind: "end"; readonly place: number; readonly how: SlotEnd }
  | { readonly kind: "leave"; readonly place: number };

/** A throttle: the product's own, or one with something planted. */
export type ThrottleMaker = (clock: Clock, options: ThrottleOptions) => Pick<Throttle, "take" | "statistics">;

interface Call {
  readonly priority: Priority;
  readonly number: number;
  readonly leave: AbortController;
  slot: Slot | undefined;
  grantedAtMs: number;
  endedAtMs: number;
  end: SlotEnd | undefined;
  /** Let through while the venue says that calls are too frequent. */
  isProbe: boolean;
}

/** How much happens in one history. */
export interface ThrottleSize {
  readonly calls: number;
  /** Most calls that the venue allows in one of its windows. */
  readonly limit: number;
}

/**
 * The product's throttle on a clock of its own. The venue counts each call at whatever moment between its sending and its answer is
 * the worst one.
 */
export class ThrottleWorld {
  fault: string | undefined;
  readonly #size: ThrottleSize;
  readonly #clock: FakeClock = fakeClock(0);
  readonly #throttle: Pick<Throttle, "take" | "statistics">;
  readonly #calls: Call[] = [];
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(size: ThrottleSize, make: ThrottleMaker) {
    this.#size = size;
    this.#throttle = make(this.#clock, { ...smallOptions, limit: size.limit });
  }

  moves(): readonly ThrottleMove[] {
    const moves: ThrottleMove[] = [{ kind: "pass" }];
    if (this.#calls.length < this.#size.calls) {
      moves.push(...priorities.map((priority) => ({ kind: "ask", priority }) as const));
    }
    this.#calls.forEach(({ slot, end, leave }, place) => {
      if (slot !== undefined && end === undefined) {
        moves.push(
          ...(["sent", "not-sent", "too-frequent"] as const).map((how) => ({ kind: "end", place, how }) as const),
        );
      } else if (slot === undefined && !leave.signal.aborted) {
        moves.push({ kind: "leave", place });
      }
    });
    return moves;
  }

  async make(move: ThrottleMove): Promise<void> {
    const waiting = this.#waiting();
    switch (move.kind) {
      case "pass":
        this.#clock.advance(1);
        break;
      case "ask":
        this.#ask(move.priority);
        break;
      case "end":
        this.#end(this.#calls[move.place] as Call, move.how);
        break;
      case "leave":
        this.#calls[move.place]?.leave.abort(new Error("left"));
        break;
    }
    // A call that is let through hears of it in the next turn.
    await undefined;
    await undefined;
    this.#judge(move, waiting);
  }

  /** Times count from now, and only as far back as a window or a cool-down reaches. */
  key(): string {
    const nowMs = this.#clock.monotonicMs();
    const since = (ms: number): number => Math.min(nowMs - ms, 2 * venueWindowMs);
    const { queued, onTheirWay, free, coolDowns } = this.#throttle.statistics();
    const calls = this.#calls.map(({ priority, slot, end, leave, grantedAtMs, endedAtMs, isProbe }) => {
      if (slot === undefined) {
        return leave.signal.aborted ? "x" : `${priority[0]}?`;
      }
      const sent = `${priority[0]}${isProbe ? "p" : ""}${since(grantedAtMs)}`;
      return end === undefined ? sent : end === "not-sent" ? "x" : `${sent}-${since(endedAtMs)}${end[0]}`;
    });
    return `${calls.join(" ")} ${since(this.#refusedAtMs)} ${queued.cancel}${queued.order}${queued.read} ${onTheirWay} ${free} ${coolDowns} ${this.#clock.pending()} ${this.#probeKey()}`;
  }

  /** In a cool-down the row of refusals decides when the next probe goes out. */
  #probeKey(): string {
    const nowMs = this.#clock.monotonicMs();
    const refusals = this.#calls.filter(({ end }) => end === "too-frequent").map(({ endedAtMs }) => nowMs - endedAtMs);
    const isCold = nowMs < this.#refusedAtMs + smallOptions.coolDownMs;
    return isCold ? refusals.join() : "";
  }

  #ask(priority: Priority): void {
    const leave = new AbortController();
    const call: Call = {
      priority,
      number: this.#calls.length,
      leave,
      slot: undefined,
      grantedAtMs: Number.NaN,
      endedAtMs: Number.NaN,
      end: undefined,
      isProbe: false,
    };
    this.#calls.push(call);
    void this.#follow(call);
  }

  async #follow(call: Call): Promise<void> {
    try {
      call.slot = await this.#throttle.take(call.priority satisfies CallPriority, call.leave.signal);
      call.grantedAtMs = this.#clock.monotonicMs();
      this.#granted(call);
    } catch {
      call.leave.abort();
    }
  }

  #end(call: Call, how: SlotEnd): void {
    call.end = how;
    call.endedAtMs = this.#clock.monotonicMs();
    if (how === "too-frequent") {
      this.#refusedAtMs = call.endedAtMs;
    }
    call.slot?.end(how);
  }

  /** What must hold of each call at the moment at which it is let through. */
  #granted(call: Call): void {
    const nowMs = this.#clock.monotonicMs();
    const others = this.#waiting().filter((one) => one !== call);
    const isBefore = (one: Call): boolean =>
      priorities.indexOf(one.priority) < priorities.indexOf(call.priority) ||
      (one.priority === call.priority && one.number < call.number);
    if (others.some(isBefore)) {
      this.#blame("a call went before one that comes first");
    }
    if (nowMs < this.#refusedAtMs + smallOptions.coolDownMs) {
      call.isProbe = true;
      const probes = this.#underWay().filter(({ isProbe }) => isProbe);
      if (call.priority !== "cancel" || probes.length > 1) {
        this.#blame("more than a single cancel went out while the venue says that calls are too frequent");
      }
    }
  }

  #judge(move: ThrottleMove, waitedBefore: readonly Call[]): void {
    const nowMs = this.#clock.monotonicMs();
    const underWay = this.#underWay();
    if (underWay.length > smallOptions.connections) {
      this.#blame("more calls are on their way than there are connections");
    }
    if (
      underWay.filter(({ priority }) => priority === "read").length >
      smallOptions.connections - smallOptions.keptConnections
    ) {
      this.#blame("reads use the connections that are kept for cancels");
    }
    if (this.#mostCounted() > this.#size.limit) {
      this.#blame("the venue may count more calls in one window than its limit");
    }
    const isIdle = underWay.length === 0 && this.#waiting().length > 0;
    if (isIdle && this.#clock.pending() === 0) {
      this.#blame("calls wait, and nothing wakes them");
    }
    const lastMs = Math.max(0, ...this.#calls.flatMap(({ endedAtMs }) => (endedAtMs >= 0 ? [endedAtMs] : [])));
    if (
      isIdle &&
      move.kind === "pass" &&
      waitedBefore.length > 0 &&
      nowMs - lastMs > venueWindowMs + smallOptions.coolDownMs
    ) {
      this.#blame("a call waits although every window is over");
    }
  }

  /** Most calls that the venue may count in one of its windows: one reaches over each call that was sent before its end and not answered before its beginning. */
  #mostCounted(): number {
    const counted = this.#calls.filter(({ slot, end }) => slot !== undefined && end !== "not-sent");
    const ends = counted.map(({ grantedAtMs }) => grantedAtMs + venueWindowMs);
    const within = (fromMs: number): number =>
      counted.filter(
        ({ grantedAtMs, endedAtMs, end }) =>
          grantedAtMs < fromMs + venueWindowMs && (end === undefined || endedAtMs >= fromMs),
      ).length;
    const starts = counted.flatMap(({ grantedAtMs, endedAtMs }) => [grantedAtMs, endedAtMs]).filter((ms) => ms >= 0);
    return Math.max(0, ...[...starts, ...ends.map((ms) => ms - 2 * venueWindowMs)].map(within));
  }

  #waiting(): readonly Call[] {
    return this.#calls.filter(({ slot, leave }) => slot === undefined && !leave.signal.aborted);
  }

  #underWay(): readonly Call[] {
    return this.#calls.filter(({ slot, end }) => slot !== undefined && end === undefined);
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }
}

/** A throttle, callers of three priorities, and a venue that says "too frequent" whenever it likes. */
export function throttleMachine(
  size: ThrottleSize,
  make: ThrottleMaker = (clock, options) => new Throttle(clock, options),
): Machine<ThrottleWorld, ThrottleMove> {
  return {
    name: "throttle",
    restore: "replayed",
    begin: () => new ThrottleWorld(size, make),
    moves: (world) => world.moves(),
    step: async (world, move) => {
      await world.make(move);
      return world;
    },
    key: (world) => world.key(),
    fault: ({ fault }) => fault,
    describe: (move) =>
      "place" in move
        ? `${move.kind} ${move.place}${"how" in move ? ` ${move.how}` : ""}`
        : "priority" in move
          ? `ask ${move.priority}`
          : move.kind,
  };
}
