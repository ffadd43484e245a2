import { seededRandom } from "@depthwire/testkit";
import type { Machine } from "../exhaust/machine.js";
import { haltMachine } from "../exhaust/machines/halt.js";
import { sequencerMachine } from "../exhaust/machines/sequencer.js";
import type { SequencerMove } from "../exhaust/machines/sequencer-moves.js";
import { plantedFaults } from "../exhaust/planted.js";
import { numbersOf } from "./event-numbers.js";

/** What happened in one world of the product's code. */
export interface RecordedHistory {
  /** Numbers of a model's events. */
  readonly events: readonly number[];
  /** Which rule it breaks: with something planted in it, a world does. */
  readonly fault: string | undefined;
}

/** A world that tells what could be seen of it, by a model's names; with the place of an order where an event is about one. */
export interface SeenWorld {
  readonly fault: string | undefined;
  readonly seen: readonly (string | readonly [string, number])[];
}

/** How many histories are recorded, and how they are drawn. */
export interface RecordingOptions {
  readonly count: number;
  /** Moves in each. */
  readonly moves: number;
  readonly seed: number;
}

/** What the models of book and halt leave out: they have no millisecond, and every message of theirs has a number. */
const leftOut: ReadonlySet<unknown> = new Set<SequencerMove>([
  "publish in the same millisecond",
  "deliver without a number",
]);

/** Models along which recorded histories are led. */
export type FollowedModel = "book" | "halt";

/** What is planted where deviations are recorded. */
const deviations: Readonly<Record<FollowedModel, string>> = {
  book: "sequencer: accepts a hole",
  halt: "halt: waits for a lost request for too short a time",
};

/** A machine whose histories are paths of a model: the product's own, or one with a mistake, whose histories must not be. */
export function worldOf(model: FollowedModel, subject: "product" | "planted"): Machine<SeenWorld, unknown> {
  // Whoever plays it hands its own states and moves back to it, and knows nothing of them.
  const machine = (subject === "product" ? ownWorld(model) : plantedWorld(model)) as Machine<SeenWorld, unknown>;
  return { ...machine, moves: (world) => machine.moves(world).filter((move) => !leftOut.has(move)) };
}

function ownWorld(model: FollowedModel): unknown {
  return model === "book"
    ? sequencerMachine({ states: 4, pipe: 3, faults: 2 })
    : haltMachine({ orders: 2, outages: 1 });
}

function plantedWorld(model: FollowedModel): unknown {
  return plantedFaults().find(({ name }) => name === deviations[model])?.machine;
}

/** Plays `machine` at random, and records what could be seen. `source` is the model's text, which has the numbers of its events. */
export async function recordHistories(
  machine: Machine<SeenWorld, unknown>,
  source: string,
  { count, moves, seed }: RecordingOptions,
): Promise<readonly RecordedHistory[]> {
  const random = seededRandom(seed);
  const histories: RecordedHistory[] = [];
  while (histories.length < count) {
    histories.push(await playOnce(machine, source, moves, random));
  }
  return histories;
}

/** Plays a machine with a mistake in it until the mistake showed in so many histories, or it was played so often. */
export async function recordDeviations(
  machine: Machine<SeenWorld, unknown>,
  source: string,
  { count, moves, seed }: RecordingOptions,
): Promise<readonly RecordedHistory[]> {
  const random = seededRandom(seed);
  const histories: RecordedHistory[] = [];
  for (let tries = 0; tries < maxTries && histories.length < count; tries++) {
    const history = await playOnce(machine, source, moves, random);
    if (history.fault !== undefined) {
      histories.push(history);
    }
  }
  return histories;
}

const maxTries = 5_000;

async function playOnce(
  machine: Machine<SeenWorld, unknown>,
  source: string,
  moves: number,
  random: () => number,
): Promise<RecordedHistory> {
  const numbers = numbersOf(source);
  let world = machine.begin();
  for (let move = 0; move < moves && machine.fault(world) === undefined; move++) {
    const possible = machine.moves(world);
    world = await machine.step(world, possible[Math.floor(random() * possible.length)]);
  }
  const events = world.seen.map((event) => (typeof event === "string" ? numbers(event) : numbers(event[0]) + event[1]));
  return { events, fault: world.fault };
}
