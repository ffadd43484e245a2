import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { maxAcceleratorFaultMs } from "../accelerator/accelerator-faults.js";
import { maxDeskFaultMs } from "../desk/desk-faults.js";
import { maxRelayFaultMs } from "../relay/relay-faults.js";
import type { Fault, FaultKind } from "./fault.js";
import { maxThreadFaultMs } from "./thread-faults.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
const maxForMs: Partial<Record<FaultKind, number>> = {
  ...maxThreadFaultMs,
  ...maxRelayFaultMs,
  ...maxDeskFaultMs,
  ...maxAcceleratorFaultMs,
  down: 12_000,
  slow: 10_000,
  "harmed-requests": 15_000,
  "kill-trader": 6_000,
  "kill-amid-order": 6_000,
  "kill-behind-lost-answer": 6_000,
  "pause-trader": 20_000,
  "kill-venue": 5_000,
  "kill-venue-amid-order": 5_000,
  "venue-power": 5_000,
  "venue-disk-full": 4_000,
  "trader-disk-full": 6_000,
  "clock-drift": 20_000,
};

/** What is drawn from. */
export interface FaultRange {
  readonly kinds: readonly FaultKind[];
  /** So many computers it may happen to. */
  readonly computers: number;
  /** Nothing begins later, or lasts longer. */
  readonly untilMs: number;
}

/** No fault comes before this: everything is live by then. Milliseconds. */
const fromMs = 4_000;
/** Faults of one burst come within so many milliseconds of each other. */
const burstMs = 2_500;
/** How much longer than usual faults of a world last, and how much likelier one kind is than another: each as often as the others. */
const stretches = [0.25, 1, 1, 3] as const;
const weights = [0, 0, 1, 2, 8] as const;

/** What faults of one world are like. A search in which every world has the same mixture never sees what needs much of one kind and none of another. */
interface Habit {
  /** Each kind with its share. */
  readonly kinds: readonly (readonly [FaultKind, number])[];
  readonly stretch: number;
  /** Share of the faults that follow close on another, at the same computer. */
  readonly burst: number;
  /** Share of the faults that happen to one computer in preference. */
  readonly aim: number;
  readonly aimedAt: number;
}

/** Draws what goes wrong, after the habit that the world draws first. */
export function drawFaults(random: Random, count: number, range: FaultRange): readonly Fault[] {
  const habit = drawHabit(random, range);
  const faults: Fault[] = [];
  for (let number = 0; number < count; number++) {
    faults.push(drawFault(random, range, habit, faults.at(-1)));
  }
  return faults.toSorted((left, right) => left.atMs - right.atMs);
}

function drawHabit(random: Random, { kinds, computers }: FaultRange): Habit {
  const drawn = kinds.map((kind) => [kind, oneOf(random, weights)] as const);
  return {
    kinds: drawn.some(([, weight]) => weight > 0) ? drawn : kinds.map((kind) => [kind, 1] as const),
    stretch: oneOf(random, stretches),
    burst: random() < 0.4 ? 0.6 : 0.1,
    aim: random() < 0.5 ? 0.8 : 0,
    aimedAt: randomInteger(random, 0, computers - 1),
  };
}

function drawFault(
  random: Random,
  { computers, untilMs }: FaultRange,
  { kinds, stretch, burst, aim, aimedAt }: Habit,
  last: Fault | undefined,
): Fault {
  const kind = drawKind(random, kinds);
  const follows = random() < burst ? last : undefined;
  const atMs = Math.min(
    untilMs,
    follows === undefined ? randomInteger(random, fromMs, untilMs) : follows.atMs + randomInteger(random, 0, burstMs),
  );
  const forMs = Math.min(untilMs - atMs, Math.round(stretch * randomInteger(random, 0, maxForMs[kind] ?? 0)));
  const anyone = randomInteger(random, 0, computers - 1);
  const trader = follows?.trader ?? (random() < aim ? aimedAt : anyone);
  return { kind, atMs, forMs, trader, size: Math.floor(random() * 100) / 100 };
}

function drawKind(random: Random, kinds: Habit["kinds"]): FaultKind {
  let place = random() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of kinds) {
    place -= weight;
    if (place < 0) {
      return kind;
    }
  }
  return kinds[0]?.[0] ?? "kill-venue";
}

function oneOf<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
